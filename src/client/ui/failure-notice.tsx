import { messageOf, type Failure } from '../api/failure'
import { adviceOf } from '../app/failure-words'
import { FailedState } from './failed-state'

/** What stands where something could not be read: nothing was changed, so nothing is said about saving. */
export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  return (
    <FailedState
      happened={messageOf(failure)}
      next={adviceOf(failure)}
      requestId={failure.request.request_id ?? undefined}
      onRetry={onRetry}
    />
  )
}
