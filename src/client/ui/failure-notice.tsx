import { messageOf, type Failure } from '../api/failure'
import { failureWords } from '../app/failure-words'
import { ReportErrorLink } from '../app/report-error-link'
import { FailedState } from './failed-state'

/** What stands where something could not be read: nothing was changed, so nothing is said about saving. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const happened = messageOf(failure)
  const { summary, advice } = failureWords(failure)
  return (
    <FailedState
      happened={happened}
      next={summary === happened ? advice : `${summary}. ${advice}`}
      requestId={failure.request.request_id ?? undefined}
      onRetry={onRetry}
      more={<ReportErrorLink failure={failure} />}
    />
  )
}
