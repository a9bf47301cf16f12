import { responseOf, type LateAnswer } from '#offline/late-answers'
import type { Owner } from '#offline/snapshots'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isAtHand } from '../../api/answer-at-hand'
import type { Session } from '../../session/session'
import { storedScopeOf } from './stored-scope'

type Listener = (late: LateAnswer) => void

/** The late answers on their way from the worker, or from this page's own store, to the queries that show a stored one. */
export type LateAnswers = {
  /** Called when a late answer was received. */
  announce: (late: LateAnswer) => void
  /** Calls the listener with each late answer; returns a function that stops this. */
  listen: (listener: Listener) => () => void
  /** Answers its owner's next request for its scope, until the returned function is called. */
  offer: (late: LateAnswer) => () => void
  /** The answer that is offered to this person at a scope, once; null where there is none. */
  consume: (owner: Owner, scope: string) => Response | null
}

export const createLateAnswers = (): LateAnswers => {
  const listeners = new Set<Listener>()
  const offered = new Map<string, Response>()
  const placeOf = (owner: Owner, scope: string) => JSON.stringify([owner, scope])
  return {
    announce: (late) => listeners.forEach((listener) => listener(late)),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    offer: (late) => {
      const place = placeOf(late.owner, late.scope)
      offered.set(place, responseOf(late))
      return () => void offered.delete(place)
    },
    consume: (owner, scope) => {
      const place = placeOf(owner, scope)
      const response = offered.get(place) ?? null
      offered.delete(place)
      return response
    },
  }
}

/** The late answers of this page. */
export const lateAnswers = createLateAnswers()

type Handing = {
  /** The session of this page, or null where nobody is signed in. */
  session: () => Pick<Session, 'sub' | 'id'> | null
  answers?: Pick<LateAnswers, 'offer'>
}

/**
 * Lets each query of a late answer read it like the answer to a new request: once, and only for its owner. Another
 * request would, on a network that is always slow, bring the stored answer again without end.
 */
export const handOverLate = async (
  client: QueryClient,
  late: LateAnswer,
  { session, answers = lateAnswers }: Handing,
): Promise<void> => {
  const sessionBefore = session()
  const isForWhoIsHere = () =>
    late.owner === null || (session()?.sub === late.owner && session()?.id === sessionBefore?.id)
  // The token of an earlier request was refused; the next request shows whether the present one is valid.
  if (!isForWhoIsHere() || late.status === NOT_SIGNED_IN) return
  const isOfScope = ({ queryKey }: Pick<Query, 'queryKey'>) => storedScopeOf(queryKey) === late.scope
  for (const query of client.getQueryCache().findAll({ predicate: isOfScope })) {
    // The stored answer may still be on its way; where a newer request is, its answer counts.
    await query.promise?.catch(() => {})
    if (!isForWhoIsHere()) return
    if (isAnsweredByServer(query)) continue
    const withdraw = answers.offer(late)
    await query.fetch().catch(() => {})
    withdraw()
  }
}

const NOT_SIGNED_IN = 401

/** An answer that was written or requested later is not replaced by one to an earlier request. */
const isAnsweredByServer = ({ state }: Query): boolean =>
  state.status === 'success' && isAtHand(state.data) && state.data.source === 'server'
