import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import { hashKey, useQuery, type keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointQuery } from '../api/endpoint-query'
import { failureOf, isWithheld, type Failure } from '../api/failure'
import { busy } from '../app/update/busy-registry'
import { useStore } from '../store'
import { canReachServer } from './connection'
import { useConnectionState } from './use-connection'

/** What a screen has of an answer: how it was asked, and what this device keeps of an earlier one in its place, or null. */
export type QueryOrStored<Answer, Stored> = {
  query: UseQueryResult<Answer>
  stored: { answer: Stored; as_of: number } | null
}

/** How long what was stored is not asked for again because it is shown in another place, in milliseconds. */
const STANDS_FOR_MS = 10_000

const isStored = (error: Error | null): boolean => failureOf(error)?.kind === 'stored'

type ShownStored<Stored> = { key: string; failure: Failure; answer: Stored | null; as_of: number }

/**
 * Asks through the store of this device. What is stored stays on the screen while the server is asked again, and gives way to
 * the server's own answer, but not under a form that is being filled in, or to its word that it is not for this person. `read` parses what was stored; null where it does not fit.
 */
export const useQueryOrStored = <E extends Endpoint, Stored>(
  endpointQuery: EndpointQuery<E>,
  read: (stored: unknown) => Stored | null,
  options: { placeholderData?: typeof keepPreviousData } = {},
): QueryOrStored<ReceivedAnswer<E>, Stored> => {
  const query = useQuery({
    ...endpointQuery,
    ...options,
    // What was stored is shown by whatever comes in the place of what asked for it, too: it would wait for nothing once more.
    retryOnMount: ({ state }) => !isStored(state.error) || Date.now() - state.errorUpdatedAt > STANDS_FOR_MS,
  })
  const key = hashKey(endpointQuery.queryKey)
  const failure = failureOf(query.error)
  const [shown, setShown] = useState<ShownStored<Stored> | null>(null)
  // Only in the place of an answer that is not there: one that is stays, however slowly the server is asked again.
  if (query.data === undefined && failure?.kind === 'stored' && failure !== shown?.failure)
    setShown({ key, failure, answer: read(failure.stored), as_of: Date.parse(failure.as_of) })

  const isFilledIn = useStore(busy.reasons).includes('form')
  const isWithdrawn = failure !== null && isWithheld(failure)
  const isWanted = (query.data === undefined || isFilledIn) && !isWithdrawn
  // What once gave way does not come back.
  if (shown !== null && (shown.key !== key || !isWanted)) setShown(null)
  const isShown = isWanted && shown !== null && shown.key === key
  return { query, stored: isShown && shown.answer !== null ? { answer: shown.answer, as_of: shown.as_of } : null }
}

/** When an answer was given that is still shown though it can be asked for no more, or null where it is the server's word now. */
export const useAgeOf = ({ data, isError, dataUpdatedAt }: UseQueryResult): number | null => {
  const connectionState = useConnectionState()
  if (data === undefined || dataUpdatedAt === 0) return null
  return isError || !canReachServer(connectionState) ? dataUpdatedAt : null
}
