import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf, isWithheld, messageOf, statusOf } from '../api/failure'
import { NotFound } from '../app/not-found'
import { NeedsServer } from '../offline/needs-server'
import { usePageReason } from '../offline/page-reason'
import { useIsAway } from '../offline/use-connection'
import { FailureNotice } from './failure-notice'
import { ForbiddenState } from './forbidden-state'

type QueryViewProps<Answer> = {
  query: UseQueryResult<Answer>
  /** The skeleton of what will be here. */
  loading: ReactNode
  children: (answer: Answer) => ReactNode
}

/**
 * What was asked for in each of its states: loading, failed, forbidden, not there, and there. A defect is thrown on. An
 * answer that is there stays when asking again fails, unless its reader may no longer see it.
 */
export function QueryView<Answer>({ query, loading, children }: QueryViewProps<Answer>) {
  const isAway = useIsAway()
  const reason = usePageReason()
  if (query.data !== undefined) return children(query.data)
  if (isAway && !isAnswered(query.error)) return <NeedsServer>{reason}</NeedsServer>
  if (!query.isError) return loading
  const failure = failureOf(query.error)
  if (failure === null) throw query.error
  if (failure.kind === 'stored') return <NeedsServer>{reason}</NeedsServer>
  if (statusOf(failure) === 404) return <NotFound />
  if (isWithheld(failure)) return <ForbiddenState>{messageOf(failure)}</ForbiddenState>
  return <FailureNotice failure={failure} onRetry={() => void query.refetch()} />
}

/** Whether it failed by the server's own word, or by a defect, so that waiting for the connection would change nothing. */
const isAnswered = (error: Error | null): boolean => {
  if (error === null) return false
  const failure = failureOf(error)
  return failure === null || failure.kind === 'refused'
}
