import { useState } from 'react'

/**
 * The idempotency key of a form. It stays the same while the same content is sent again, as after a lost answer, so that it takes
 * effect once (src/specification/repetition.md#keys).
 */
export const useSendKey = (): ((sent: unknown) => string) => {
  const [keys] = useState(() => new Map<string, string>())
  return (sent) => {
    const text = JSON.stringify(sent)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
}
