import { responseOf, type LateAnswer } from '#offline/late-answers'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isAtHand } from '../../api/answer-at-hand'
import { storedScopeOf } from './stored-scope'

type Listener = (late: LateAnswer) => void

/** The late answers on their way from the worker, or from this page's own store, to the queries that show a stored one. */
export type LateAnswers = {
  /** Called when a late answer was received. */
  announce: (late: LateAnswer) => void
  /** Calls the listener with each late answer; returns a function that stops this. */
  listen: (listener: Listener) => () => void
  /** Answers the next request for a scope, until the returned function is called. */
  offer: (scope: string, response: Response) => () => void
  /** The offered answer, once; null where there is none. */
  take: (scope: string) => Response | null
}

export const createLateAnswers = (): LateAnswers => {
  const listeners = new Set<Listener>()
  const offered = new Map<string, Response>()
  return {
    announce: (late) => listeners.forEach((listener) => listener(late)),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    offer: (scope, response) => {
      offered.set(scope, response)
      return () => void offered.delete(scope)
    },
    take: (scope) => {
      const response = offered.get(scope) ?? null
      offered.delete(scope)
      return response
    },
  }
}

/** The late answers of this page. */
export const lateAnswers = createLateAnswers()

/**
 * Lets each query of a late answer read it as if it were the answer to a request of now: once, and by the person it is for. To ask
 * the server again would, on a network that is always slow, bring the stored answer again, without end.
 */
export const handOverLate = async (
  client: QueryClient,
  late: LateAnswer,
  { sub, answers = lateAnswers }: { sub: string | null; answers?: Pick<LateAnswers, 'offer'> },
): Promise<void> => {
  if (late.owner !== null && late.owner !== sub) return
  const isOfScope = ({ queryKey }: Pick<Query, 'queryKey'>) => storedScopeOf(queryKey) === late.scope
  for (const query of client.getQueryCache().findAll({ predicate: isOfScope })) {
    // The stored answer may still be on its way; where a newer request is, its answer counts.
    await query.promise?.catch(() => {})
    if (isAnsweredByServer(query)) continue
    const withdraw = answers.offer(late.scope, responseOf(late))
    await query.fetch().catch(() => {})
    withdraw()
  }
}

/** What was written since, or asked for later, is not replaced by an answer to an earlier request. */
const isAnsweredByServer = ({ state }: Query): boolean =>
  state.status === 'success' && isAtHand(state.data) && state.data.source === 'server'
