import type { StoredTrial } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'
import { shownTrialDate } from '#domain/trials/trial-status'
import { Group, Text } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { AgeNotice } from '../device/offline/age-notice'
import { NeedsServer } from '../device/offline/needs-server'
import { usePageReason } from '../device/offline/page-reason'
import { BlindedBadge } from '../ui/blinded-badge'
import { CopyableId } from '../ui/copyable-id'
import { formatDay } from '../ui/format-time'
import { PageTitle } from '../ui/page-title'
import { TrialStatusBadge } from '../ui/trial-status-badge'
import { StoredParticipants } from '../subjects/participants/list/stored-participants'
import { StoredPackPage } from '../subjects/study-packs/stored/stored-pack-page'
import { StoredPacks } from '../subjects/study-packs/stored/stored-packs'
import { TrialTabList } from '../subjects/trials/trial/trial-tab-list'
import { isOffered } from '../subjects/trials/trial/trial-tabs'

type StoredTrialScreenProps = {
  trial: StoredTrial
  permission: EffectivePermission
  /** When the server gave it, in milliseconds since the epoch. */
  asOf: number
}

/** A trial's page out of what this device keeps of it: its participants and packs; every other tab says why it is not there. */
export function StoredTrialScreen({ trial, permission, asOf }: StoredTrialScreenProps) {
  const shown = shownTrialDate(trial)
  return (
    <>
      <PageTitle title={trial.title} />
      <Group gap="md" mb="md">
        <Group gap="xs">
          <Text c="dimmed">Trial ID</Text>
          <CopyableId value={String(trial.id)} what="Trial ID" />
        </Group>
        <TrialStatusBadge status={trial.trial_status} />
        <BlindedBadge trial={permission} />
        {shown !== null && (
          <Text>
            <Text span c="dimmed">
              {shown.label}
            </Text>{' '}
            {formatDay(shown.date)}
          </Text>
        )}
      </Group>
      <TrialTabList trial={trial} permission={permission} />
      <StoredTab trial={trial} permission={permission} asOf={asOf} />
    </>
  )
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
