import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import { hashKey, useQuery, type keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointQuery } from '../../api/endpoint-query'
import { failureOf, isWithheld, type Failure } from '../../api/failure'
import { busy } from '../../browser/busy'
import { useStore } from '../../browser/store'
import { canReachServer } from './connection'
import { useConnectionState } from './use-connection'

/** A query, and the stored answer to show instead of its own, or null. */
export type QueryOrStored<Answer, Stored> = {
  query: UseQueryResult<Answer>
  stored: { answer: Stored; as_of: number } | null
}

/** For how long a stored answer is not refetched when another component shows it, in milliseconds. */
const STANDS_FOR_MS = 10_000

const isStored = (error: Error | null): boolean => failureOf(error)?.kind === 'stored'

type ShownStored<Stored> = { key: string; failure: Failure; answer: Stored | null; as_of: number }

/**
 * Fetches through the store of this device. A stored answer stays on the screen during a refetch. The server's answer replaces
 * it, except under a form that is being filled in; a 403 or 404 removes it. `read` parses the stored answer; null where it does
 * not fit.
 */
export const useQueryOrStored = <E extends Endpoint, Stored>(
  endpointQuery: EndpointQuery<E>,
  read: (stored: unknown) => Stored | null,
  options: { placeholderData?: typeof keepPreviousData } = {},
): QueryOrStored<ReceivedAnswer<E>, Stored> => {
  const query = useQuery({
    ...endpointQuery,
    ...options,
    // A component that replaces the one that fetched shows the stored answer, too: a refetch would wait again.
    retryOnMount: ({ state }) => !isStored(state.error) || Date.now() - state.errorUpdatedAt > STANDS_FOR_MS,
  })
  const key = hashKey(endpointQuery.queryKey)
  const failure = failureOf(query.error)
  const [shown, setShown] = useState<ShownStored<Stored> | null>(null)
  // Only where there is no answer yet: a present one stays, however slow the refetch is.
  if (query.data === undefined && failure?.kind === 'stored' && failure !== shown?.failure)
    setShown({ key, failure, answer: read(failure.stored), as_of: Date.parse(failure.as_of) })

  const isFilledIn = useStore(busy.reasons).includes('form')
  const isWithdrawn = failure !== null && isWithheld(failure)
  const isWanted = (query.data === undefined || isFilledIn) && !isWithdrawn
  // A stored answer that was replaced is not shown again.
  if (shown !== null && (shown.key !== key || !isWanted)) setShown(null)
  const isShown = isWanted && shown !== null && shown.key === key
  return { query, stored: isShown && shown.answer !== null ? { answer: shown.answer, as_of: shown.as_of } : null }
}

/** When a shown answer was given that can no longer be refetched; null for a current one. */
export const useAgeOf = ({ data, isError, dataUpdatedAt }: UseQueryResult): number | null => {
  const connectionState = useConnectionState()
  if (data === undefined || dataUpdatedAt === 0) return null
  return isError || !canReachServer(connectionState) ? dataUpdatedAt : null
}
