import { messageOf, type Failure } from './failure'
import { failureWords } from './failure-words'
import { ReportErrorLink } from './report-error-link'
import { FailedState } from '../ui/failed-state'

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
