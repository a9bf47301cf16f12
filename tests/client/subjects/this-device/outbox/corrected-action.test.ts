import type { StoredAction } from '#contract/stored-action'
import type { StoredCall } from '#contract/stored-calls'
import { dispenseStudyPacks } from '#contract/study-packs'
import { targetsOf } from '#offline/offline-actions'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { correctedAction, packsAtFault } from '../../../../../src/client/subjects/this-device/outbox/corrected-action'
import { aNewDispense, aNewFlag, NOON, stored } from '../../../device/outbox/some-actions'

const called = (action: StoredAction): StoredCall => {
  if (action.call === null) throw new Error('nothing is left of the action')
  return action.call
}

const corrected = (action: StoredAction, selected: readonly number[], confirmation_code: string | null = null) =>
  correctedAction({ id: 'new', action, call: called(action) }, { comment: 'Again', confirmation_code, selected })

const taken = {
  id: 22,
  pack_id: 'A-22',
  study_pack_status_id: 6,
  last_log: {
    created_at: '2026-11-21T10:42:00.000Z',
    actioned_by_user: { id: 4, name: 'Daniel Lindqvist' },
    action: 'dispense',
  },
}
const refusedFor = (...packs: (typeof taken)[]): StoredAction['notes'] => [
  { at: NOON, event: 'stored', words: null },
  { at: NOON, event: 'refused', words: 'Not in the right status', refusal: { code: 'pack_status_conflict', packs } },
]

const named = [21, 22, 23].map((id) => ({ id, pack_id: `A-${id}` }))
const several = stored(
  { ...aNewDispense('old', [21, 22, 23]), label: 'Dispense 3 packs: A-21, A-22, A-23', packs: named },
  { state: 'attention', notes: refusedFor(taken) },
)

describe('the replacement of a refused dispense of several packs', () => {
  it('has only the remaining packs in its targets, its label and its call, and names those left out', () => {
    const { action, words } = corrected(several, [21, 23])
    expect(action).toMatchObject({
      id: 'new',
      label: 'Dispense 2 packs: A-21, A-23',
      packs: [
        { id: 21, pack_id: 'A-21' },
        { id: 23, pack_id: 'A-23' },
      ],
      call: { body: { study_pack_id: null, study_pack_ids: [21, 23], comment: 'Again' } },
    })
    expect(action.call.body.performed_at).toBe(several.performed_at)
    expect(words).toBe('pack A-22 was left out')
  })

  it('names one pack as one', () => {
    const { action, words } = corrected(several, [23])
    expect(action).toMatchObject({
      label: 'Dispense pack A-23',
      call: { body: { study_pack_id: 23, study_pack_ids: null } },
    })
    expect(words).toBe('packs A-21, A-22 were left out')
  })

  it.each([[[21, 22, 23]], [[21, 23]], [[23]]])('is accepted by the server, with %j remaining', (selected) => {
    const { parameters, body } = corrected(several, selected).action.call
    expect(v.is(dispenseStudyPacks.input, { parameters, query: {}, body })).toBe(true)
  })

  it('is about the same where all packs stay, and leaves nothing out', () => {
    const { action, words } = corrected(several, [21, 22, 23])
    expect([targetsOf(action.call), action.label, action.packs, words]).toEqual([
      several.targets,
      several.label,
      named,
      null,
    ])
  })

  it('names a pack without a known name by the refusal, or by the number of its page', () => {
    const old = stored(aNewDispense('old', [21, 22, 23]), { state: 'attention', notes: refusedFor(taken) })
    expect(corrected(old, [21]).words).toBe('packs A-22, no. 23 were left out')
  })
})

it('the packs at fault are those of the last refusal', () => {
  const notes = [...refusedFor({ ...taken, id: 21 }), ...refusedFor(taken)]
  expect(packsAtFault({ notes })).toEqual([taken])
  expect(packsAtFault(stored(aNewFlag('f')))).toEqual([])
})

it('the replacement of another action is about the same, with the new words', () => {
  const one = { ...aNewDispense('old', [21]), label: 'Dispense pack A-21' }
  expect(corrected(stored(aNewFlag('f')), [])).toMatchObject({
    action: { label: 'Flag participant 7', call: { parameters: { participant_id: '7' }, body: { comment: 'Again' } } },
    words: null,
  })
  expect(corrected(stored(one), [21], '417')).toMatchObject({
    action: {
      label: one.label,
      call: { body: { study_pack_ids: [21], confirmation_code: '417', comment: 'Again' } },
    },
    words: null,
  })
})
