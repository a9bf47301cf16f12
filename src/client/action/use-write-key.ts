import type { Outcome } from '#domain/outcome'
import { useState } from 'react'
import type { Failure } from '../api/failure'

type Send<Answer> = (options: { idempotency_key: string }) => Promise<Outcome<Answer, Failure>>

/**
 * Keeps the key of a write while its content is the same and it has not succeeded, so that sending it again after a lost answer
 * does it once (src/specification/repetition.md#keys). After a success the same content gets a new key.
 */
export const useWriteKey = () => {
  const [keys] = useState(() => new Map<string, string>())
  return async <Answer>(content: unknown, send: Send<Answer>): Promise<Outcome<Answer, Failure>> => {
    const text = JSON.stringify(content) ?? ''
    const idempotency_key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, idempotency_key)
    const outcome = await send({ idempotency_key })
    if (outcome.ok) keys.delete(text)
    return outcome
  }
}
