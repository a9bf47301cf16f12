import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import type { Outcome } from '#domain/outcome'
import { call } from './browser-call'
import type { RequestArguments } from './create-call'
import { CallFailed, type Failure } from './failure'

type QueryMeta = {
  /** The screen shows the failure in place, so the global dialog does not. */
  isFailureShownInPlace: boolean
}

/** The key and the function of a GET in one object, for `useQuery` and the cache. */
export type EndpointQuery<E extends Endpoint> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<ReceivedAnswer<E>>
  meta: QueryMeta
  /** False where an equal answer must replace the one before, so that the time of its request is known. */
  structuralSharing?: false
}

/** The query of a GET whose screen shows its failure in place; its key is the request's address. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, input: RequestArguments<E>): EndpointQuery<E> => ({
  queryKey: [endpoint.path, input.parameters ?? {}, input.query ?? {}],
  queryFn: async ({ signal }) => {
    const at = Date.now()
    const answer: ReceivedAnswer<E> = answerOf(await call(endpoint, input, { signal }))
    if (typeof answer === 'object' && answer !== null) requestTimes.set(answer, at)
    return answer
  },
  meta: { isFailureShownInPlace: true },
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
