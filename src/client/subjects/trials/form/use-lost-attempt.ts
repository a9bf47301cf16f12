import { useState } from 'react'
import * as v from 'valibot'
import type { Attempt } from '../../../action/use-write-key'
import { draftAt } from './drafts'

/**
 * What a trial's form has sent while its outcome is not known, with its key, for `useAction`. The tab stores it beside the draft of
 * `key`, as long as that one: a form that is left and opened again can only send the very same.
 */
export const useLostAttempt = <Body extends object>(key: string) => {
  // Without its draft nobody would see what is sent again.
  const [lost] = useState(() => (draftAt(sessionStorage, key) === null ? null : attemptAt<Body>(sessionStorage, key)))
  const onAttempt = (attempt: Attempt<Body> | null) => {
    if (attempt === null) dropAttempt(sessionStorage, key)
    else keepAttempt(sessionStorage, key, attempt)
  }
  return { lost, onAttempt }
}

const placeOf = (key: string): string => `${key}.sent`

export const dropAttempt = (storage: Storage, key: string): void => storage.removeItem(placeOf(key))

const keepAttempt = (storage: Storage, key: string, attempt: Attempt<object>): void => {
  try {
    storage.setItem(placeOf(key), JSON.stringify(attempt))
  } catch {
    // Then only the open page has it, as with its draft.
  }
}

const attemptAt = <Body extends object>(storage: Storage, key: string): Attempt<Body> | null => {
  const text = storage.getItem(placeOf(key))
  if (text === null) return null
  try {
    // The server validates the body again.
    const content = v.custom<Body>((body) => typeof body === 'object' && body !== null)
    return v.parse(v.object({ content, idempotency_key: v.string() }), JSON.parse(text))
  } catch {
    return null
  }
}
