import { refused, type Outcome } from '#domain/outcome'
import { useState } from 'react'
import { isWriteLost, type Failure } from '../api/failure'
import { isJudged } from '../api/judged'

/** A write under its key. */
export type Attempt<Content> = { content: Content; idempotency_key: string }

type Send<Answer> = (options: { idempotency_key: string }) => Promise<Outcome<Answer, Failure>>
type State = { idempotency_key: string; isInDoubt: boolean }

/**
 * Keeps the key of a write while its content is the same and it has not succeeded, so that sending it again after a lost answer
 * does it once (src/specification/repetition.md#keys). After a success the same content gets a new key. A lost answer stays
 * lost (`is_in_doubt`) until the server has judged the content. `lost` is an attempt of an earlier page whose answer was lost.
 */
export const useWriteKey = (lost: Attempt<unknown> | null = null) => {
  const [states] = useState(() => {
    const isInDoubt = true
    return new Map<string, State>(
      lost === null ? [] : [[textOf(lost.content), { idempotency_key: lost.idempotency_key, isInDoubt }]],
    )
  })
  return async <Answer>(content: unknown, send: Send<Answer>): Promise<Outcome<Answer, Failure>> => {
    const text = textOf(content)
    const state = states.get(text) ?? { idempotency_key: crypto.randomUUID(), isInDoubt: false }
    states.set(text, state)
    const outcome = await send({ idempotency_key: state.idempotency_key })
    if (outcome.ok) {
      states.delete(text)
      return outcome
    }
    state.isInDoubt = isWriteLost(outcome.refusal) || (state.isInDoubt && !isJudged(outcome.refusal))
    return state.isInDoubt ? refused({ ...outcome.refusal, is_in_doubt: true }) : outcome
  }
}

const textOf = (content: unknown): string => JSON.stringify(content) ?? ''
