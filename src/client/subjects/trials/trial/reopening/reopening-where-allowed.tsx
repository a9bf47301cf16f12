import { can } from '#domain/people/permissions'
import { FINISHED } from '#domain/trials/trial-status'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { appInstanceQuery } from '../../../../api/session-queries'
import { useTrialPage } from '../trial-page'

const TrialReopening = lazy(() =>
  import('./trial-reopening').then(({ TrialReopening: loaded }) => ({ default: loaded })),
)

/** How a Finished trial is re-opened; nothing where the instance does not allow it, or the person may not. */
export function ReopeningWhereAllowed() {
  const { trial, permission } = useTrialPage()
  const { data: instance } = useQuery(appInstanceQuery)
  const isAllowed = instance?.trial_reopening === true && can(permission, 'reopenTrial')
  if (!isAllowed || trial.trial_status_id !== FINISHED) return null
  return (
    <Suspense>
      <TrialReopening trial={trial} />
    </Suspense>
  )
}
