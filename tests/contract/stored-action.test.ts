import { readStoredAction, STORED_ACTION_VERSION } from '#contract/stored-action'
import { describe, expect, test } from 'vitest'

/* A stored action must be read again word for word: its call may have been sent under its key already. */

/**
 * A flag that was sent once without an answer, as version 1 stores it. It must not be changed after the first release.
 */
const FLAG = {
  id: '0d0f6a5e-2f0a-4f0e-9f57-7a4d3c1c2b11',
  version: 1,
  author: { sub: '12', name: 'Amara Hughes' },
  trial: { id: 3, title: 'Cedar' },
  kind: 'flag',
  targets: ['participant:7'],
  label: 'Flag participant 7',
  performed_at: '2026-11-21T11:59:00.000Z',
  session: 'a session',
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

/** A dispense that was refused, as version 1 stores it. */
const DISPENSE = {
  ...FLAG,
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

describe('an action as version 1 stores it', () => {
  test.each([
    ['a flag', FLAG],
    [
      'a flag that is done, with which one it is',
      { ...FLAG, state: 'done', call: null, receipt: { flag_status: 'Flagged' } },
    ],
    ['a dispense', DISPENSE],
    ['several packs by their names', { ...DISPENSE, packs: [{ id: 9, pack_id: 'A-10023' }] }],
    [
      'a dispense that is done, with its packs',
      { ...DISPENSE, state: 'done', call: null, receipt: { dispensed: [9] } },
    ],
  ])('is read whole: %s', (_what, stored) => {
    expect(readStoredAction(stored)).toEqual(stored)
  })
})

describe('an action that cannot be read', () => {
  test.each([
    ['of a newer version', { ...FLAG, version: STORED_ACTION_VERSION + 1 }],
    ['of a version that never was', { ...FLAG, version: 0 }],
    ['without a version', { ...FLAG, version: undefined }],
    ['without a key', { ...FLAG, id: undefined }],
    ['without a session', { ...FLAG, session: undefined }],
    ['of a kind that is not known', { ...FLAG, kind: 'unblind' }],
    ['with a call of a kind that is not known', { ...FLAG, call: { ...FLAG.call, kind: 'unblind' } }],
    ['nothing at all', null],
  ])('gives null: %s', (_what, stored) => {
    expect(readStoredAction(stored)).toBeNull()
  })
})
