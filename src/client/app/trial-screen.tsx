import type { StoredTrial } from '#contract/stored-answers'
import type { Trial } from '#contract/trials'
import { ERRORS } from '#contract/errors'
import { can, isBeyondTrialAdministrator, isBlindedFrom, type EffectivePermission } from '#domain/people/permissions'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnswerAtHand } from '../api/answer-at-hand'
import { AgeNotice } from '../device/offline/age-notice'
import { NeedsServer } from '../device/offline/needs-server'
import { usePageReason } from '../device/offline/page-reason'
import { QueryView } from '../device/offline/query-view'
import { usePageFacts } from '../route-facts'
import { TrialPageContext } from '../subjects/trials/trial/trial-page'
import { usePrefetchForOffline } from '../subjects/trials/trial/use-prefetch-for-offline'
import { useTrialPageQueries } from '../subjects/trials/trial/use-trial-page-queries'
import { showTitle } from '../ui/document-title'
import { ForbiddenState } from '../ui/forbidden-state'
import { PageSkeleton } from '../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId')

/** `/trials/{id}`: the tab of a trial that the address names. */
export function TrialScreen() {
  const { trialId } = route.useParams()
  const { trial, permission } = useTrialPageQueries(trialId)
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
          {(loadedPermission) => <LoadedTrial trial={loadedTrial} permission={loadedPermission} />}
        </QueryView>
      )}
    </QueryView>
  )
}

type LoadedTrialProps = { trial: AnswerAtHand<Trial, StoredTrial>; permission: EffectivePermission }

function LoadedTrial({ trial, permission }: LoadedTrialProps) {
  const { tab, needsServer } = usePageFacts() ?? {}
  const isTabChanged = useHasChanged(tab)
  const { title } = trial.answer
  usePrefetchForOffline(trial, permission)
  useEffect(() => {
    if (tab !== undefined) showTitle(tab.label, title)
  }, [tab, title])
  if (trial.source === 'device' && needsServer !== null) return <NotStored savedAt={trial.savedAt} />
  return (
    <TrialPageContext value={{ trial, permission, isTabChanged }}>
      {tab === undefined || can(permission, tab.needs) ? (
        <Outlet />
      ) : (
        <ForbiddenState>
          {isBlindedFrom(permission, tab.needs)
            ? ERRORS.blinded.message
            : isBeyondTrialAdministrator(tab.needs)
              ? 'A system administrator can give you the permission that this page needs.'
              : 'A trial administrator can give you the permission that this page needs.'}
        </ForbiddenState>
      )}
    </TrialPageContext>
  )
}

/** The reason why a page of a trial that a device stores only in part is not shown. */
function NotStored({ savedAt }: { savedAt: number }) {
  const reason = usePageReason()
  return (
    <>
      <AgeNotice asOf={savedAt} />
      <NeedsServer>{`${reason} You can still see participants and study packs.`}</NeedsServer>
    </>
  )
}

/** Whether a value has ever changed since the component appeared. */
const useHasChanged = (value: unknown): boolean => {
  const [first] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && value !== first) setHasChanged(true)
  return hasChanged
}

const BLOCKS = [['2.75rem'], ['8rem'], ['16rem']] as const
