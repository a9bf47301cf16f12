import { ERRORS } from '#contract/errors'
import type { StoredAction } from '#contract/stored-action'

type Note = StoredAction['notes'][number]

/**
 * Whether the server may have recorded an action that it refused: an earlier answer was lost, and the refusal only says
 * that the person no longer has access, whatever the outcome of the action.
 */
export const mayBeRecorded = ({ notes }: Pick<StoredAction, 'notes'>): boolean => {
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
