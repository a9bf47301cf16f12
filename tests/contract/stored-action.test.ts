import { readStoredAction, STORED_ACTION_VERSION } from '#contract/stored-action'
import { raisedTo } from '#contract/stored-action-versions'
import { describe, expect, test } from 'vitest'

/* Actions outlive updates: what an older version stored is read by this one, word for word as it was written. */

/** What version 1 wrote for a flag that was sent once and had no answer. Never to be changed: tablets hold such items. */
const FLAG_OF_1 = {
  id: '0d0f6a5e-2f0a-4f0e-9f57-7a4d3c1c2b11',
  version: 1,
  author: { sub: '12', name: 'Amara Hughes' },
  trial: { id: 3, title: 'Cedar' },
  kind: 'flag',
  targets: ['participant:7'],
  label: 'Flag participant 7',
  performed_at: '2026-11-21T11:59:00.000Z',
  call: {
    kind: 'flag',
    parameters: { trial_id: '3', participant_id: '7' },
    body: { comment: 'Withdrew', flag_status: 'Flagged', performed_at: '2026-11-21T11:59:00.000Z' },
  },
  state: 'waiting',
  attempts: 1,
  due_at: 1_795_262_400_000,
  notes: [
    { at: 1_795_262_340_000, event: 'stored', words: null },
    { at: 1_795_262_341_000, event: 'sent', words: null },
    { at: 1_795_262_350_000, event: 'unanswered', words: 'Network error (ERR_NETWORK)' },
  ],
}

/** What version 1 wrote for a dispense that was refused. */
const DISPENSE_OF_1 = {
  ...FLAG_OF_1,
  kind: 'dispense',
  targets: ['study_pack:9'],
  label: 'Dispense pack A-10023',
  call: {
    kind: 'dispense',
    parameters: { trial_id: '3' },
    body: {
      study_pack_id: 9,
      study_pack_ids: null,
      comment: 'Handed out',
      confirmation_code: '417',
      performed_at: '2026-11-21T11:59:00.000Z',
    },
  },
  state: 'attention',
  notes: [{ at: 1_795_262_340_000, event: 'refused', words: 'The code is not right' }],
}

/** What version 2 wrote for a dispense of several packs that was refused, with their names in its label. */
const SEVERAL_OF_2 = {
  ...DISPENSE_OF_1,
  version: 2,
  targets: ['study_pack:9', 'study_pack:8'],
  label: 'Dispense 2 packs: A-10023, A-10022',
  call: {
    ...DISPENSE_OF_1.call,
    body: { ...DISPENSE_OF_1.call.body, study_pack_id: null, study_pack_ids: [9, 8], confirmation_code: null },
  },
}

describe('an action that an older version stored', () => {
  test.each([
    ['a flag of version 1', FLAG_OF_1],
    ['a dispense of version 1', DISPENSE_OF_1],
    ['several packs of version 2 that its label does not name', { ...SEVERAL_OF_2, label: 'Dispense 2 packs' }],
    ['several packs of version 2 one of which has a comma', { ...SEVERAL_OF_2, label: 'Dispense 2 packs: A, 1, B' }],
    ['one of version 1 that is done', { ...FLAG_OF_1, state: 'done', call: null }],
    [
      'a flag that is done, with which one it is',
      { ...FLAG_OF_1, version: 3, state: 'done', call: null, receipt: { flag_status: 'Flagged' } },
    ],
  ])('%s is read whole, and its call is word for word what may have been sent', (_what, stored) => {
    expect(readStoredAction(stored)).toEqual({ ...stored, version: STORED_ACTION_VERSION })
  })
})

test('the packs that version 2 named in a label alone are known one by one', () => {
  expect(readStoredAction(SEVERAL_OF_2)).toEqual({
    ...SEVERAL_OF_2,
    version: STORED_ACTION_VERSION,
    packs: [
      { id: 9, pack_id: 'A-10023' },
      { id: 8, pack_id: 'A-10022' },
    ],
  })
})

describe('an action that is not understood', () => {
  test.each([
    ['of a newer version', { ...FLAG_OF_1, version: STORED_ACTION_VERSION + 1 }],
    ['of a version that never was', { ...FLAG_OF_1, version: 0 }],
    ['without a version', { ...FLAG_OF_1, version: undefined }],
    ['without a key', { ...FLAG_OF_1, id: undefined }],
    ['nothing at all', null],
  ])('is not read: %s', (_what, stored) => {
    expect(readStoredAction(stored)).toBeNull()
  })
})

test('what lies two versions back goes through every step on its way, and what is newer is left alone', () => {
  const steps = {
    1: (item: object) => ({ ...item, second: 'since 2' }),
    2: (item: object) => ({ ...item, third: 'since 3' }),
  }
  const raise = raisedTo(3, steps)
  expect(raise({ version: 1 })).toEqual({ version: 3, second: 'since 2', third: 'since 3' })
  expect(raise({ version: 2 })).toEqual({ version: 3, third: 'since 3' })
  for (const whole of [{ version: 3 }, { version: 4 }, { version: 0 }, null, 'text']) expect(raise(whole)).toBe(whole)
})
