import { hashKey, useQueries, useQuery, type keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { asOf, fromDevice, fromServer, isAtHand, type AnswerAtHand } from '../../api/answer-at-hand'
import { requestedAt, type AtHandQuery } from '../../api/endpoint-query'
import { useIsFilledIn } from '../../browser/busy'
import { canReachServer } from './connection'
import type { ShownQuery } from './query-view'
import { useConnectionState } from './use-connection'
import { failureOf, isAnswerLost, statusOf } from '../../api/failure'
import { useIsOverdue } from './use-is-overdue'

type Options<Data> = { placeholderData?: typeof keepPreviousData<Data>; enabled?: boolean }

/**
 * Fetches the best answer at hand: the server's, or what this device stores until the server answers. Under a form that is being
 * filled in, a shown stored answer stays.
 */
export const useAtHand = <Answer, Stored>(
  query: AtHandQuery<Answer, Stored>,
  options: Options<AnswerAtHand<Answer, Stored>> = {},
): ShownQuery<AnswerAtHand<Answer, Stored>> => {
  const result = useQuery({ ...query, ...options })
  const { data } = result
  const key = hashKey(query.queryKey)
  const isFilledIn = useIsFilledIn()
  const [stored, setStored] = useState<{ key: string; data: AnswerAtHand<Answer, Stored> } | null>(null)
  const isFrozen = isFilledIn && stored?.key === key && data?.source === 'server'
  if (!isFrozen) {
    const shown = data?.source === 'device' ? data : null
    if (shown !== (stored?.data ?? null)) setStored(shown === null ? null : { key, data: shown })
  }
  return isFrozen ? withData(result, stored.data) : result
}

/** The same of several queries, refetched every `refetchInterval` milliseconds. */
export const useAllAtHand = <Answer, Stored>(
  queries: readonly AtHandQuery<Answer, Stored>[],
  options: { refetchInterval?: number } = {},
): ShownQuery<AnswerAtHand<Answer, Stored>>[] =>
  useQueries({ queries: queries.map((query) => ({ ...query, ...options })) })

/**
 * The answer of a query that no device stores; while the server is slow or away, the result of `read` from another
 * answer that a device stores.
 */
export const useAtHandOr = <Answer, Whole, Part, Found>(
  result: ShownQuery<Answer>,
  stored: AtHandQuery<Whole, Part>,
  read: (answer: Whole | Part) => Found,
): ShownQuery<AnswerAtHand<Answer, Found>> => {
  const fallsBack = useFallsBackToStored(result)
  const other = useAtHand(stored, { enabled: fallsBack })
  if (fallsBack) return withData(other, other.data && fromDevice(read(other.data.answer), asOf(other.data)))
  return withData(result, result.data === undefined ? undefined : fromServer(result.data, requestTimeOf(result)))
}

/**
 * When the shown answer was requested. Of the previous page, which stays while the next is loaded, the request alone is known; of a
 * write’s answer, its arrival alone.
 */
export const requestTimeOf = ({ data, dataUpdatedAt }: ShownQuery): number =>
  Math.min(dataUpdatedAt || Infinity, typeof data === 'object' && data !== null ? requestedAt(data) : Infinity)

const withData = <Data>(result: ShownQuery, data: Data | undefined): ShownQuery<Data> => ({ ...result, data })

/** When a shown answer was given, if it is stored or can no longer be refetched; null for a current one. */
export const useAgeOf = ({ data, isError, dataUpdatedAt }: ShownQuery): number | null => {
  const connectionState = useConnectionState()
  if (data === undefined) return null
  const isStored = isAtHand(data) && data.source === 'device'
  if (!isStored && !isError && canReachServer(connectionState)) return null
  const at = isAtHand(data) ? asOf(data) : dataUpdatedAt || Infinity
  return at === Infinity ? null : at
}

/**
 * Whether to show the stored content in place of an answer that is not stored: there is none, and the server is away or
 * slow. Never replaces a form that is being filled in.
 */
const useFallsBackToStored = ({ data, error, isPending }: ShownQuery): boolean => {
  const isAway = !canReachServer(useConnectionState())
  const isFilledIn = useIsFilledIn()
  const isLate = useIsOverdue(isPending)
  const [was, setWas] = useState(false)

  const failure = failureOf(error)
  const isLost = failure !== null && statusOf(failure) === null && isAnswerLost(failure)
  const isNow = data === undefined && (isLost || (isPending && (isLate || isAway)))
  const isShown = isNow || (was && isFilledIn)
  if (isShown !== was) setWas(isShown)
  return isShown
}
