import { accepted, refused, type Outcome } from '../outcome'
import type { AuditKind } from './audit-kind'

/** How long a screen offers to undo an action. */
export const UNDO_OFFERED_MS = 10_000

/** How long the server accepts an undo: longer than it is offered, since a slow network and a repeat take time. */
export const UNDO_ACCEPTED_MS = 60_000

/** Why an action was not undone. */
const TOO_LATE = 'Nothing was undone: the action was more than a minute ago, or was not yours'
const CHANGED_SINCE = 'Nothing was undone: it has been changed again since'

type Change = { readonly field: string; readonly old: unknown; readonly new: unknown }

/** The fields of an audit entry that an undo reads. */
export type RecentEntry = {
  readonly id: number
  readonly user_id: number | null
  readonly kind: string
  readonly description: string
  readonly changes: readonly Change[]
}

/** The action to undo: the kinds of its entries, the words that name its subject, and the changes. */
type WantedUndo = {
  readonly user_id: number
  readonly kinds: readonly AuditKind[]
  readonly subject: string
  readonly changes: readonly Change[]
}

/**
 * The number of the entry that an undo takes back: the last one about the same thing, if it is the person's own and made the exact
 * opposite changes. `recent` has the entries of the past minute, the newest first.
 */
export const undoneEntry = (
  recent: readonly RecentEntry[],
  { user_id, kinds, subject, changes }: WantedUndo,
): Outcome<number, string> => {
  const fields = new Set(changes.map(({ field }) => field))
  const last = recent.find(
    ({ kind, description, changes: made }) =>
      kinds.some((one) => one === kind) &&
      description.startsWith(subject) &&
      made.some(({ field }) => fields.has(field)),
  )
  if (last === undefined) return refused(TOO_LATE)
  const isOpposite = last.user_id === user_id && areOpposite(last.changes.filter(isOfThing), changes)
  return isOpposite ? accepted(last.id) : refused(CHANGED_SINCE)
}

/**
 * The fields of an entry besides its subject: the reason for a pattern, the ended sessions, and the entry that it
 * undoes.
 */
const BESIDE_THE_THING: readonly string[] = ['acknowledge_pattern', 'sessions_ended', 'undoes']

const isOfThing = ({ field }: Change): boolean => !BESIDE_THE_THING.includes(field)

const areOpposite = (made: readonly Change[], wanted: readonly Change[]): boolean =>
  made.length === wanted.length &&
  wanted.every((change) =>
    made.some((other) => other.field === change.field && other.old === change.new && other.new === change.old),
  )
