import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { shareEqualParts } from './answer-tags'
import type { Call } from './create-call'
import { failureOf, isWithheld, retryAfterMs } from './failure'
import { raise } from './raised-failure'

declare module '@tanstack/react-query' {
  interface Register {
    /** A failed call or a defect: `failureOf` distinguishes them. No screen shows the words of an error itself. */
    defaultError: unknown
    queryMeta: { isFailureShownInPlace?: boolean; call?: Call }
    mutationMeta: { isFailureShownInPlace?: boolean }
  }
}

/** How long an answer counts as fresh, in milliseconds: long enough to be shared by the parts of a screen. */
const FRESH_FOR_MS = 5000

/** How often an overloaded server is asked again before the failure is shown. */
const MAX_REPEATS = 12

/** Only a read that an overloaded server refused is repeated, and only after the time that the server named. */
const repeats = (count: number, error: unknown): boolean => count < MAX_REPEATS && retryAfterMs(error) !== null

/**
 * The cache of one person's answers; each person gets a new one, so that nobody sees another person's data. It ignores
 * whether the browser counts as online. Reads are repeated by a person, by the connection, and where the server was
 * overloaded; writes by people alone. Its queries ask the server by `call`.
 */
export const createQueryClient = (call: Call): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A failed refetch leaves the answer on the screen, unless the server says that the person may no longer see it.
        const failure = failureOf(error)
        if (failure !== null && isWithheld(failure)) query.setState({ data: undefined })
        raiseError(error, query.meta?.isFailureShownInPlace)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => raiseError(error, mutation.meta?.isFailureShownInPlace),
    }),
    defaultOptions: {
      queries: {
        meta: { call },
        networkMode: 'always',
        retry: repeats,
        retryDelay: (_count, error) => retryAfterMs(error) ?? 0,
        staleTime: FRESH_FOR_MS,
        structuralSharing: shareEqualParts,
        refetchOnWindowFocus: true,
        // By default TanStack Query does not do so in the network mode `always`.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** The function by which the queries of a cache call the server. */
export const callOf = (client: QueryClient): Call => {
  const call = client.getDefaultOptions().queries?.meta?.call
  if (call === undefined) throw new Error('this cache was made without a way to the server')
  return call
}

const raiseError = (error: unknown, isShownInPlace = false) => {
  const failure = failureOf(error)
  // Not a failed call but a defect: it is reported as one.
  if (failure === null) reportError(error)
  else raise(failure, isShownInPlace)
}
