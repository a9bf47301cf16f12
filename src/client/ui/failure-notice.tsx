import { messageOf, type Failure } from '../api/failure'
import { failureWords } from '../api/failure-words'
import { ReportErrorLink } from '../api/report-error-link'
import { FailedState } from './failed-state'

/** Shown where data could not be loaded. Nothing was changed, so it does not mention saving. */
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
