import { ERRORS } from '#contract/errors'
import type { StoredAction } from '#contract/stored-action'
import { isBlockedByFirewall } from '#offline/outbox-item'

type Note = StoredAction['notes'][number]

/**
 * Whether the server may have recorded an action that a person may discard. A firewall answered in its place; or an earlier
 * answer was lost, and the refusal only says that the person no longer has access, whatever the outcome of the action.
 */
export const mayBeRecorded = ({ notes }: Pick<StoredAction, 'notes'>): boolean => {
  if (isBlockedByFirewall(notes)) return true
  const place = notes.findLastIndex(({ event }) => event === 'refused')
  const refused = notes[place]
  return refused !== undefined && isWithheld(refused) && notes.slice(0, place).some(isAnswerLost)
}

const isAnswerLost = ({ event }: Note): boolean => event === 'unanswered' || event === 'abandoned'

/** An action that was returned together with others has only the server's words. */
const isWithheld = ({ refusal }: Note): boolean => refusal === undefined || WITHHELD.has(refusal.code)

const WITHHELD: ReadonlySet<string> = new Set(
  Object.entries(ERRORS).flatMap(([code, { status }]) => (status === 403 || status === 404 ? [code] : [])),
)
