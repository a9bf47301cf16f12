import type { Endpoint } from '#contract/endpoint'
import { ERRORS, type Refusal } from '#contract/errors'
import { refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { inTransaction } from '../db/transaction'
import type { ServerContext } from '../server-context'
import type { Actor, Call, RequestFacts, WriteHandler } from './call'
import type { RawInput } from './parse-input'

type Judging = { context: ServerContext; actor: Actor | null; raw: RawInput; facts: RequestFacts }
type Asking<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<unknown, Refusal | null>>

/**
 * Why a call whose body cannot be read is refused: to who may not make it in the words that they would hear with any body, to others by
 * its fields. A use case authorises before it looks at the body, so it is asked with one that ends it when it is looked at.
 */
export const judgeUnreadBody = async <E extends Endpoint>(
  endpoint: E,
  { context, actor, raw, facts }: Judging,
  unread: Refusal,
  ask: Asking<E>,
): Promise<Refusal> => {
  const { parameters, query } = endpoint.input.entries
  const address = v.safeParse(v.object({ parameters, query }), raw)
  if (unread.code !== 'validation_failed' || actor === null || !address.success) return unread
  // Of no type, since no schema is met: whatever a use case would read of it ends the use case.
  const call: Call<E> = v.parse(v.any(), { ...facts, ...address.output, context, actor, body: UNREADABLE })
  const judged = await ask(call).catch(ifLookedAt)
  return judged !== null && !judged.ok && isWithheld(judged.refusal) ? judged.refusal : unread
}

/** Asks a write, and undoes it, whatever it came to. */
export const askingWrite =
  <E extends Endpoint>({ perform }: Pick<WriteHandler<E, never>, 'perform'>): Asking<E> =>
  (call) =>
    inTransaction<never, Refusal | null>(call.context.database, async (transaction) => {
      const performed = await perform(call, transaction)
      return refused(performed.ok ? null : performed.refusal)
    })

const WITHHELD: readonly number[] = [403, 404]
const isWithheld = (refusal: Refusal | null): refusal is Refusal =>
  refusal !== null && WITHHELD.includes(ERRORS[refusal.code].status)

/** What a use case throws that looks at a body which cannot be read. */
const lookedAt = new Error('The body of a call was looked at that cannot be read')
const end = (): never => {
  throw lookedAt
}
const UNREADABLE = new Proxy({}, { get: end, has: end, ownKeys: end, getOwnPropertyDescriptor: end })

const ifLookedAt = (error: unknown): null => {
  if (error === lookedAt) return null
  throw error
}
