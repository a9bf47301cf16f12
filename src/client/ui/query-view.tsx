import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf, isWithheld, messageOf, statusOf } from '../api/failure'
import { NotFound } from '../app/not-found'
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
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return loading
  const failure = failureOf(query.error)
  if (failure === null) throw query.error
  if (statusOf(failure) === 404) return <NotFound />
  if (isWithheld(failure)) return <ForbiddenState>{messageOf(failure)}</ForbiddenState>
  return <FailureNotice failure={failure} onRetry={() => void query.refetch()} />
}
