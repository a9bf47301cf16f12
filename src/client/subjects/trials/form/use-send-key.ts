import { useState } from 'react'

/**
 * The key to send a form under: as long as the same is sent again, as after an answer that was lost, the same key, so that it
 * is done once (src/specification/repetition.md#keys).
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
