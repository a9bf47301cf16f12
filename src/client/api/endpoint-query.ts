import type { Endpoint } from '#contract/endpoint'
import type { Outcome } from '#domain/outcome'
import { queryOptions, type DataTag, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { unlessStoredOverServers, type AnswerAtHand, type Received } from './answer-at-hand'
import type { RequestArguments } from './create-call'
import { CallFailed, type Failure } from './failure'
import { callOf } from './query-client'

/** The context that TanStack Query passes to a query. `isWhole`: the answer is wanted whole, though this page has it. */
export type QueryContext = { client: QueryClient; signal: AbortSignal; isWhole?: boolean }

/** The query of a GET, for `useQuery` and the cache; its key carries the type of the answer. */
export type EndpointQuery<E extends Endpoint> = {
  queryKey: QueryKeyOf<Received<E>>
  queryFn: (context: QueryContext) => Promise<Received<E>>
  /** The screen shows the failure in place, so the global dialog does not. */
  meta: { isFailureShownInPlace: boolean }
  /** False where an equal answer must replace the one before, so that the time of its request is known. */
  structuralSharing?: false
}

/** The query of a GET whose answers a device stores in part. */
export type AtHandQuery<Answer, Stored> = Pick<EndpointQuery<Endpoint>, 'meta'> & {
  queryKey: QueryKeyOf<AnswerAtHand<Answer, Stored>>
  queryFn: (context: QueryContext) => Promise<AnswerAtHand<Answer, Stored>>
}

/** The key of a query with this answer. */
export type QueryKeyOf<Answer> = DataTag<QueryKey, Answer, unknown>

/** The query of a GET whose screen shows its failure in place; its key is the request's address. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, input: RequestArguments<E>): EndpointQuery<E> => {
  const address: QueryKey = [endpoint.path, input.parameters ?? {}, input.query ?? {}]
  const queryFn = async ({ client, signal, isWhole }: QueryContext): Promise<Received<E>> => {
    const at = Date.now()
    const cached = isWhole ? undefined : client.getQueryData(address)
    const answer = answerOf(await callOf(client)(endpoint, input, { signal, cached }))
    if (typeof answer === 'object' && answer !== null) requestTimes.set(answer, at)
    return unlessStoredOverServers(answer, client.getQueryData(address))
  }
  const { queryKey } = queryOptions({ queryKey: address, queryFn })
  return { queryKey, queryFn, meta: { isFailureShownInPlace: true } }
}

/**
 * Replaces a cached answer even by an equal one: the time of its request decides which flags and dispenses it includes
 * (`requestedAt`).
 */
export const byRequestTime = <E extends Endpoint>(query: EndpointQuery<E>): EndpointQuery<E> => ({
  ...query,
  structuralSharing: false,
})

const requestTimes = new WeakMap<object, number>()

/**
 * When an answer of `endpointQuery` was requested, in milliseconds since the epoch by this device's clock: it may lack anything
 * done later. Any other object counts as new.
 */
export const requestedAt = (answer: object): number => requestTimes.get(answer) ?? Infinity

/** The answer of a call; throws its failure, as TanStack Query expects. */
export const answerOf = <Answer>(outcome: Outcome<Answer, Failure>): Answer => {
  if (outcome.ok) return outcome.value
  throw new CallFailed(outcome.refusal)
}
