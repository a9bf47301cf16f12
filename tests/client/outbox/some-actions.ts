import { STORED_ACTION_VERSION, type StoredAction } from '#contract/stored-action'
import type { NewAction } from '#offline/outbox'
import { storedAt } from '#offline/outbox-item'

/** Noon of the day on which the tests happen, in milliseconds since the epoch. */
export const NOON = Date.parse('2026-11-21T12:00:00.000Z')

/** A flag that the nurse sets on participant 7 of trial 3. `changes` makes it another one. */
export const aNewFlag = (id: string, changes: Partial<NewAction> = {}): NewAction => ({
  id,
  author: { sub: 'nurse', name: 'Amara Hughes' },
  trial: { id: 3, title: 'Cedar' },
  targets: ['participant:7'],
  label: 'Flag participant 7',
  call: {
    kind: 'flag',
    parameters: { trial_id: '3', participant_id: '7' },
    body: { comment: 'Withdrew', flag_status: 'Flagged', performed_at: '2026-11-21T11:59:00.000Z' },
  },
  ...changes,
})

/** Packs that the nurse hands out, all or none. */
export const aNewDispense = (id: string, packs: readonly number[]): NewAction =>
  aNewFlag(id, {
    targets: packs.map((pack) => `study_pack:${pack}`),
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

/** The action as it lies in the outbox. */
export const stored = (action: NewAction, changes: Partial<StoredAction> = {}): StoredAction => {
  const { notes, ...standing } = storedAt(NOON)
  return {
    ...action,
    version: STORED_ACTION_VERSION,
    kind: action.call.kind,
    performed_at: action.call.body.performed_at,
    ...standing,
    notes: [...notes],
    ...changes,
  }
}
