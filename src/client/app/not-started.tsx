import { TOKEN_EXPIRED } from '#contract/errors-shown-first'
import { IconClockPause } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { failureOf } from '../api/failure'
import { NeedsServer } from '../device/offline/needs-server'
import { usePageReason } from '../device/offline/page-reason'
import { useIsAway } from '../device/offline/use-connection'
import { useIsOverdue } from '../device/offline/use-is-overdue'
import { useSession } from '../session/this-session'
import { FailedState } from '../ui/failed-state'
import { StateNotice } from '../ui/state-notice'
import { adviceOf } from '../api/failure-words'
import { PageSkeleton } from '../ui/page-skeleton'
import { removeFirstPaint } from '../browser/first-paint'

/**
 * Replaces every page until the installation's settings are known: its skeleton for a second, then the reason. A network
 * without any answer fails only after half a minute.
 */
export function NotStarted({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const isAway = useIsAway()
  const isOverdue = useIsOverdue(query.error === null)
  const isExplained = query.error !== null || isAway || isOverdue
  useLayoutEffect(() => {
    if (isExplained) removeFirstPaint()
  }, [isExplained])
  return (
    <>
      <div aria-live="polite">
        {isExplained && <ExpiredSession />}
        {query.error === null && (isExplained ? <Unanswered /> : <PageSkeleton />)}
      </div>
      {query.error !== null && <Failed error={query.error} onRetry={() => void query.refetch()} />}
    </>
  )
}

function Unanswered() {
  return <NeedsServer>{usePageReason()}</NeedsServer>
}

/** Shown here, since the sign-in page, which says so elsewhere, cannot be shown yet. */
function ExpiredSession() {
  const { ended } = useSession()
  if (ended !== 'expired') return null
  return (
    <StateNotice tone="amber" icon={IconClockPause} title={TOKEN_EXPIRED.title}>
      {TOKEN_EXPIRED.message}
    </StateNotice>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = failureOf(error)
  return (
    <FailedState
      happened="Application configuration data could not be fetched"
      next={`${failure === null ? 'Reload the page.' : adviceOf(failure)} This page will load when the connection is back.`}
      requestId={failure?.request.request_id ?? undefined}
      onRetry={onRetry}
    />
  )
}
