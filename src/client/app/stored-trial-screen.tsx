import type { StoredTrial } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AgeNotice } from '../device/offline/age-notice'
import { NeedsServer } from '../device/offline/needs-server'
import { usePageReason } from '../device/offline/page-reason'
import { usePageFacts } from '../route-facts'
import { showTitle } from '../ui/document-title'
import { StoredParticipants } from '../subjects/participants/list/stored-participants'
import { StoredPackPage } from '../subjects/study-packs/stored/stored-pack-page'
import { StoredPacks } from '../subjects/study-packs/stored/stored-packs'
import { isOffered } from '../subjects/trials/trial/trial-tabs'

type StoredTrialScreenProps = {
  trial: StoredTrial
  permission: EffectivePermission
  /** When the server gave it, in milliseconds since the epoch. */
  asOf: number
}

/** A trial's page out of what this device keeps of it: its participants and packs; every other tab says why it is not there. */
export function StoredTrialScreen({ trial, permission, asOf }: StoredTrialScreenProps) {
  const tab = usePageFacts()?.tab
  useEffect(() => {
    showTitle(...(tab === undefined ? [] : [tab.label]), trial.title)
  }, [tab, trial.title])
  return <StoredTab trial={trial} permission={permission} asOf={asOf} />
}

/** Participants and packs tell their own age. */
function StoredTab({ trial, permission, asOf }: StoredTrialScreenProps) {
  const page = useMatches({ select: (matches) => matches.at(-1) })
  const tab = page?.staticData.tab
  if (tab !== undefined && !isOffered(tab, trial, permission)) return <NotStored asOf={asOf} />
  if (page?.routeId === '/signed-in/trials/$trialId/tabs/participants')
    return <StoredParticipants trial={trial} permission={permission} only={null} />
  if (page?.routeId === '/signed-in/trials/$trialId/tabs/participants/$participantId')
    return <StoredParticipants trial={trial} permission={permission} only={page.params.participantId} />
  if (page?.routeId === '/signed-in/trials/$trialId/tabs/study-packs')
    return <StoredPacks trial={trial} permission={permission} />
  if (page?.routeId === '/signed-in/trials/$trialId/tabs/study-packs/$studyPackId')
    return <StoredPackPage trial={trial} permission={permission} studyPackId={page.params.studyPackId} />
  return <NotStored asOf={asOf} />
}

function NotStored({ asOf }: Pick<StoredTrialScreenProps, 'asOf'>) {
  const reason = usePageReason()
  return (
    <>
      <AgeNotice asOf={asOf} />
      <NeedsServer>{`${reason} You can still see participants and study packs.`}</NeedsServer>
    </>
  )
}
