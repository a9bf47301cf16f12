import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { failureOf, isWithheld } from './failure'
import { raise } from './raised-failure'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isFailureShownInPlace?: boolean }
    mutationMeta: { isFailureShownInPlace?: boolean }
  }
}

/** How long an answer counts as fresh, in milliseconds: long enough for the screens that share it. */
const FRESH_FOR_MS = 5000

/**
 * The cache of one person's answers; another person gets another one, so that nothing of the first can show. It asks
 * whatever the browser thinks of its network, and never repeats by itself: a person or the connection does.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // An answer stays when asking again fails, but not one that its reader may no longer see.
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
        networkMode: 'always',
        retry: false,
        staleTime: FRESH_FOR_MS,
        refetchOnWindowFocus: true,
        // Not by itself where the network mode is `always`.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

const raiseError = (error: Error, isShownInPlace = false) => {
  const failure = failureOf(error)
  // A defect is no failure of a call: let it be seen where defects are seen.
  if (failure === null) reportError(error)
  else raise(failure, isShownInPlace)
}
