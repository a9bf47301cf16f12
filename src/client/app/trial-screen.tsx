import { ERRORS } from '#contract/errors'
import { can, isBeyondTrialAdministrator, isBlindedFrom } from '#domain/people/permissions'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePageFacts } from '../route-facts'
import { showTitle } from '../ui/document-title'
import { ForbiddenState } from '../ui/forbidden-state'
import { QueryView } from '../device/offline/query-view'
import { StoredTrialScreen } from './stored-trial-screen'
import { TrialPageContext, type TrialPage } from '../subjects/trials/trial/trial-page'
import { usePrefetchForOffline } from '../subjects/trials/trial/use-prefetch-for-offline'
import { useTrialPageQueries } from '../subjects/trials/trial/use-trial-page-queries'
import { PageSkeleton } from '../ui/page-skeleton'

const route = getRouteApi('/signed-in/trials/$trialId')

/** `/trials/{id}`: the tab of a trial that the address names. */
export function TrialScreen() {
  const { trialId } = route.useParams()
  const { trial, stored, permission } = useTrialPageQueries(trialId)
  if (stored !== null) {
    return (
      <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
        {(loaded) => <StoredTrialScreen key={trialId} trial={stored.answer} permission={loaded} asOf={stored.as_of} />}
      </QueryView>
    )
  }
  return (
    <QueryView query={trial} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(loadedTrial) => (
        <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
          {(loadedPermission) => <LoadedTrial key={trialId} trial={loadedTrial} permission={loadedPermission} />}
        </QueryView>
      )}
    </QueryView>
  )
}

function LoadedTrial({ trial, permission }: Pick<TrialPage, 'trial' | 'permission'>) {
  const tab = usePageFacts()?.tab
  const isTabChanged = useHasChanged(tab)
  usePrefetchForOffline(trial, permission)
  useEffect(() => {
    if (tab !== undefined) showTitle(tab.label, trial.title)
  }, [tab, trial.title])
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

/** Whether a value has ever been another one than when the component appeared. */
const useHasChanged = (value: unknown): boolean => {
  const [first] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && value !== first) setHasChanged(true)
  return hasChanged
}

const BLOCKS = [['2.75rem'], ['8rem'], ['16rem']] as const
