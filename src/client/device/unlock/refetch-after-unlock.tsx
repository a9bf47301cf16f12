import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAnswerLost } from '../../api/failure'
import { raisedFailure } from '../../api/raised-failure'
import { deviceLock } from '../../session/lock/device-lock'

/** Refetches, when the tablet opens, the queries that failed while it was locked, and those that would fail yet. */
export function RefetchAfterUnlock() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      deviceLock.isLocked.subscribe(() => {
        if (!deviceLock.isLocked.get()) void refetchFailed(queryClient)
      }),
    [queryClient],
  )
  return null
}

const refetchFailed = async (queryClient: QueryClient): Promise<void> => {
  const raised = raisedFailure.get()
  const failed = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status !== 'success' })
  // The dialog of a read that the server did not answer closes, since it is read again. That of a write stays.
  if (raised?.request.method === 'GET' && isAnswerLost(raised)) raisedFailure.set(null)
  const isFailed = (query: Query): boolean => failed.includes(query)
  // Requests of before find nothing that opens, and would say so afterwards.
  await queryClient.cancelQueries({ predicate: isFailed })
  await queryClient.refetchQueries({ type: 'active', predicate: isFailed })
}
