import * as v from 'valibot'
import { STORED_ACTION_VERSION } from './stored-action'

/*
 * An action in a device's outbox, sealed under its author's key. In clear are only the facts that a colleague at the same
 * tablet has to see: that an action waits, its author, and its record (decision 29).
 */

const sealedAction = v.object({
  id: v.string(),
  version: v.literal(STORED_ACTION_VERSION),
  author: v.object({ sub: v.string(), name: v.string() }),
  targets: v.array(v.string()),
  state: v.picklist(['waiting', 'sending', 'held', 'attention', 'done', 'discarded']),
  /** The label alone, sealed, since it is also remembered outside the outbox. */
  label: v.string(),
  /** The whole action, sealed. */
  content: v.string(),
})

export type SealedAction = v.InferOutput<typeof sealedAction>

/** Parses a stored row; null where a newer version wrote it or it is not sealed, such as a planted item. */
export const readSealedAction = (stored: unknown): SealedAction | null => {
  const parsed = v.safeParse(sealedAction, stored)
  return parsed.success ? parsed.output : null
}

/** Why and when a person put away an action that does not open (milliseconds since the epoch). */
const putAway = v.object({ at: v.number(), reason: v.string() })
export type PutAway = v.InferOutput<typeof putAway>

/** Parses such a note after it was opened; null where it is none. */
export const readPutAway = (opened: unknown): PutAway | null => {
  const parsed = v.safeParse(putAway, opened)
  return parsed.success ? parsed.output : null
}
