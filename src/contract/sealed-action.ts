import * as v from 'valibot'
import { OPEN_TO_ALL_VERSIONS, readStoredAction, STORED_ACTION_VERSION, type StoredAction } from './stored-action'

/*
 * An action in a device's outbox, sealed under its author's key. In clear are only the facts that a colleague at the same
 * tablet has to see: that an action waits, its author, and its record (decision 29).
 */

const sealedAction = v.object({
  id: v.string(),
  /** Higher than any version that was stored in clear, so that an older app never sends it. */
  version: v.pipe(v.number(), v.integer(), v.minValue(OPEN_TO_ALL_VERSIONS + 1), v.maxValue(STORED_ACTION_VERSION)),
  author: v.object({ sub: v.string(), name: v.string() }),
  targets: v.array(v.string()),
  state: v.picklist(['waiting', 'sending', 'held', 'attention', 'done', 'discarded']),
  /** The label alone, sealed, since it is also remembered outside the outbox. */
  label: v.string(),
  /** The whole action, sealed. */
  content: v.string(),
})

export type SealedAction = v.InferOutput<typeof sealedAction>

/** A row of the outbox as far as it can be read without a key: sealed, stored in clear by an older version, or neither. */
export type ReadAction =
  { kind: 'sealed'; action: SealedAction } | { kind: 'clear'; action: StoredAction } | { kind: 'unreadable' }

/** Parses a stored row. An action in clear proves nothing of its author. */
export const readAction = (stored: unknown): ReadAction => {
  const sealed = v.safeParse(sealedAction, stored)
  if (sealed.success) return { kind: 'sealed', action: sealed.output }
  if (!v.is(openToAll, stored)) return { kind: 'unreadable' }
  const action = readStoredAction(stored)
  if (action === null) return { kind: 'unreadable' }
  // No version of the app has stored a session in clear.
  const { session: _, ...clear } = action
  return { kind: 'clear', action: clear }
}

/** Why and when a person put away an action that does not open (milliseconds since the epoch). */
const putAway = v.object({ at: v.number(), reason: v.string() })
export type PutAway = v.InferOutput<typeof putAway>

/** Parses such a note after it was opened; null where it is none. */
export const readPutAway = (opened: unknown): PutAway | null => {
  const parsed = v.safeParse(putAway, opened)
  return parsed.success ? parsed.output : null
}

const openToAll = v.object({ version: v.pipe(v.number(), v.maxValue(OPEN_TO_ALL_VERSIONS)) })
