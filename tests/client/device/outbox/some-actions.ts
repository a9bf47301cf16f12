import { STORED_ACTION_VERSION, type StoredAction } from '#contract/stored-action'
import { targetsOf } from '#offline/offline-actions'
import type { NewAction } from '#offline/outbox'
import type { OutboxContent, OutboxEntry } from '#offline/outbox-content'
import { storedAt } from '#offline/outbox-item'

/** Noon of the day on which the tests happen, in milliseconds since the epoch. */
export const NOON = Date.parse('2026-11-21T12:00:00.000Z')

/**
 * A flag that the nurse sets on participant 7 of trial 3, or on another one. `changes` replaces some fields of the
 * action.
 */
export const aNewFlag = (
  id: string,
  { participant = 7, ...changes }: Partial<NewAction> & { participant?: number } = {},
): NewAction => ({
  id,
  author: { sub: 'nurse', name: 'Amara Hughes' },
  trial: { id: 3, title: 'Cedar' },
  label: `Flag participant ${participant}`,
  call: {
    kind: 'flag',
    parameters: { trial_id: '3', participant_id: String(participant) },
    body: { comment: 'Withdrew', flag_status: 'Flagged', performed_at: '2026-11-21T11:59:00.000Z' },
  },
  ...changes,
})

/** Packs that the nurse dispenses, all or none. */
export const aNewDispense = (id: string, packs: readonly number[]): NewAction =>
  aNewFlag(id, {
    label: `Dispense ${packs.length} packs`,
    call: {
      kind: 'dispense',
      parameters: { trial_id: '3' },
      body: {
        study_pack_id: null,
        study_pack_ids: [...packs],
        comment: 'Handed out',
        confirmation_code: null,
        performed_at: '2026-11-21T11:59:00.000Z',
      },
    },
  })

/** The action as the outbox stores it. */
export const stored = (action: NewAction, changes: Partial<StoredAction> = {}): StoredAction => {
  const { notes, ...delivery } = storedAt(NOON)
  return {
    ...action,
    version: STORED_ACTION_VERSION,
    kind: action.call.kind,
    targets: targetsOf(action.call),
    performed_at: action.call.body.performed_at,
    session: `session-of-${action.author.sub}`,
    ...delivery,
    notes: [...notes],
    ...changes,
  }
}

/** The facts of an action that need no key, and the action itself where the nurse may read it. */
const entryOf = (action: StoredAction): OutboxEntry => {
  const { id, author, targets, state } = action
  return { id, author, targets, state, label: `sealed ${id}`, action: author.sub === 'nurse' ? action : null }
}

/** An outbox with these actions as the nurse sees it: her own are opened, others are not. */
export const contentOf = (...actions: readonly StoredAction[]): OutboxContent => ({
  entries: actions.map(entryOf),
  actions: actions.filter(({ author }) => author.sub === 'nurse'),
  unverified: [],
  unreadable: [],
})

/** The same outbox on a device that has no key. */
export const sealedContentOf = (...actions: readonly StoredAction[]): OutboxContent => ({
  ...contentOf(...actions),
  entries: actions.map((action) => ({ ...entryOf(action), action: null })),
  actions: [],
})
