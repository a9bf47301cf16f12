import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Call } from './create-call'
import { failureOf, isWithheld, retryAfterMs } from './failure'
import { raise } from './raised-failure'

declare module '@tanstack/react-query' {
  interface Register {
    /** A failed call or a defect: `failureOf` tells which, and no screen shows the words of an error by itself. */
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
 * The cache of one person's answers; each person gets a new one, so that nothing of the first is shown to the next. It ignores
 * the browser's idea of its network. Reads are repeated by a person, by the connection, and where the server had too much to do;
 * writes by people alone. Its queries ask the server by `call`.
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
        refetchOnWindowFocus: true,
        // By default TanStack Query does not do so in the network mode `always`.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

/** How the queries of a cache ask the server. */
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
