import { NO_PERMISSION, type EffectivePermission } from '#domain/people/permissions'
import { describe, expect, test } from 'vitest'
import { offeredParticipantActions } from '../../../../../src/client/subjects/participants/list/offered-participant-actions'
import { aShownParticipant } from '../../../a-shown-participant'

const atLevel = (level: number, flags: Partial<EffectivePermission> = {}): EffectivePermission => ({
  ...NO_PERMISSION,
  role: { level, title: 'A role', context: 'trial' },
  ...flags,
})

const shown = { study_group: { name: 'Aspirin', is_blinded: false } }
const label = { study_group: { name: 'Tablet X', is_blinded: true } }
const RECORDS = ['record_error', 'record_unblinding']

describe('the offered actions on a participant', () => {
  test.each([
    ['without a permission', {}, NO_PERMISSION, []],
    ['by a viewer', {}, atLevel(1), ['flag']],
    ['by a viewer, with a delegation that does not count', {}, atLevel(1, { is_unblind_authorized: true }), ['flag']],
    ['by a user', {}, atLevel(2), ['flag', ...RECORDS]],
    ['by a user who may unblind', {}, atLevel(2, { is_unblind_authorized: true }), ['flag', 'unblind', ...RECORDS]],
    ['where a label is shown', label, atLevel(2, { is_unblind_authorized: true }), ['flag', 'unblind', ...RECORDS]],
    ['where the group is seen', shown, atLevel(3, { is_unblind_authorized: true }), ['flag', ...RECORDS]],
    [
      'where it was unblinded before',
      { is_unblinded: true },
      atLevel(3, { is_unblind_authorized: true }),
      ['flag', 'unblind', ...RECORDS],
    ],
    ['where it is flagged', { flag_status: { name: 'Flagged' } } as const, atLevel(1), ['unflag']],
  ])('%s', (_, changes, permission, expected) => {
    expect(offeredParticipantActions(aShownParticipant(changes), permission)).toEqual(expected)
  })
})
