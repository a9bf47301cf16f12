import { useDeferredValue, type ReactNode } from 'react'
import { failureOf, isWithheld, messageOf, retryAfterMs, statusOf } from '../../api/failure'
import { NotFound } from '../../api/not-found'
import { NeedsServer } from './needs-server'
import { Overloaded } from './overloaded'
import { usePageReason } from './page-reason'
import { useIsAway } from './use-connection'
import { FailureNotice } from '../../api/failure-notice'
import { ForbiddenState } from '../../ui/forbidden-state'

/** A query as screens show it: TanStack Query's own, or one whose data is read out of another's. */
export type ShownQuery<Answer = unknown> = {
  data: Answer | undefined
  error: unknown
  isError: boolean
  isPending: boolean
  /** Whether it was answered or failed before: without data it failed, also while it is fetched again. */
  isFetched: boolean
  /** The last failure, while it is retried automatically. */
  failureReason: unknown
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

type QueryViewProps<Answer> = {
  query: ShownQuery<Answer>
  /** The skeleton of the content. */
  loading: ReactNode
  children: (answer: Answer) => ReactNode
}

/**
 * Shows a query in each of its states: loading, failed, forbidden, missing, and present. A defect is rethrown. A failed refetch
 * leaves the answer on the screen, unless its reader may no longer see it.
 */
export function QueryView<Answer>({ query, loading, children }: QueryViewProps<Answer>) {
  const isAway = useIsAway()
  const reason = usePageReason()
  // Content that arrives later is drawn in slices: a slow tablet answers a finger in between.
  const isDrawn = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined) return isDrawn ? children(query.data) : loading
  if (isAway && !isAnswered(query.error)) return <NeedsServer>{reason}</NeedsServer>
  if (!query.isError) {
    const wait = retryAfterMs(query.failureReason)
    return wait === null ? loading : <Overloaded retryAfterMs={wait} />
  }
  const failure = failureOf(query.error)
  if (failure === null) throw query.error
  if (failure.kind === 'unanswered') return <NeedsServer>{reason}</NeedsServer>
  if (statusOf(failure) === 404) return <NotFound />
  if (isWithheld(failure)) return <ForbiddenState>{messageOf(failure)}</ForbiddenState>
  return <FailureNotice failure={failure} onRetry={() => void query.refetch()} />
}

/** Whether the server itself refused, or the error is a defect, so that a connection would not help. */
const isAnswered = (error: unknown): boolean => {
  if (error === null) return false
  const failure = failureOf(error)
  return failure === null || failure.kind === 'refused'
}
