import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import type { Outcome } from '#domain/outcome'
import { call } from './browser-call'
import type { RequestArguments } from './create-call'
import { CallFailed, type Failure } from './failure'

type QueryMeta = {
  /** The screen shows the failure in place, so that the global dialog keeps still. */
  isFailureShownInPlace: boolean
}

/** The key and the function of a GET as one object, for `useQuery` and the cache. */
export type EndpointQuery<E extends Endpoint> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<ReceivedAnswer<E>>
  meta: QueryMeta
  /** False where an equal answer takes the place of the one before, so that it is known when it was asked for. */
  structuralSharing?: false
}

/** The query of a GET whose screen shows its failure in place; the key is the address asked. */
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
 * When an answer of `endpointQuery` was asked for, in milliseconds since the epoch by this device's clock: of what was done later it
 * may not know. Of any other object nothing is known, and it counts as new.
 */
export const requestedAt = (answer: object): number => requestTimes.get(answer) ?? Infinity

/** The answer of a call; its failure is thrown, as TanStack Query wants it. */
export const answerOf = <Answer>(outcome: Outcome<Answer, Failure>): Answer => {
  if (outcome.ok) return outcome.value
  throw new CallFailed(outcome.refusal)
}
