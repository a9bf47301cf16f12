import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import { hashKey, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointQuery } from '../../api/endpoint-query'
import { failureOf, isWithheld } from '../../api/failure'
import { useIsAway } from './use-connection'

/** One of several answers, from the server or from the store of this device. */
export type AnswerAtHand<Answer, Stored> = {
  query: UseQueryResult<Answer>
  /** Null while neither has one, or where the server withholds it. */
  answer: Answer | Stored | null
  /** When the server gave it, in milliseconds since the epoch by this device's clock. */
  as_of: number
  /** Whether the server cannot be asked whether it still holds. */
  isUnconfirmed: boolean
}

type Options = { refetchInterval?: number }
type ShownStored<Stored> = { failure: unknown; answer: Stored | null; as_of: number }

/**
 * Fetches the same of several trials through the store of this device. A stored answer stays while it is fetched again, and the
 * server's answer replaces it. `read` parses a stored answer; null where it does not fit.
 */
export const useQueriesOrStored = <E extends Endpoint, Stored>(
  endpointQueries: readonly EndpointQuery<E>[],
  read: (stored: unknown) => Stored | null,
  options: Options = {},
): AnswerAtHand<ReceivedAnswer<E>, Stored>[] => {
  const isAway = useIsAway()
  const results = useQueries({ queries: endpointQueries.map((query) => ({ ...query, ...options })) })
  const [shown, setShown] = useState<ReadonlyMap<string, ShownStored<Stored>>>(new Map())
  const keys = endpointQueries.map(({ queryKey }) => hashKey(queryKey))
  const news = results.flatMap(({ data, error }, place): [string, ShownStored<Stored>][] => {
    const failure = failureOf(error)
    const key = keys[place]
    if (key === undefined || data !== undefined || failure?.kind !== 'stored') return []
    if (shown.get(key)?.failure === failure) return []
    return [[key, { failure, answer: read(failure.stored), as_of: Date.parse(failure.as_of) }]]
  })
  if (news.length > 0) setShown(new Map([...shown, ...news]))
  return results.map((query, place) => {
    const failure = failureOf(query.error)
    const stored = failure !== null && isWithheld(failure) ? undefined : shown.get(keys[place] ?? '')
    if (query.data !== undefined)
      return { query, answer: query.data, as_of: query.dataUpdatedAt, isUnconfirmed: query.isError || isAway }
    return { query, answer: stored?.answer ?? null, as_of: stored?.as_of ?? 0, isUnconfirmed: stored !== undefined }
  })
}
