import {
  duplicateRefusal,
  FLAG_STATUSES,
  PARTICIPANT_ID_WARNINGS,
  participantIdWarningOfId,
} from '#domain/participants/participant'
import { describe, expect, it } from 'vitest'

describe('a participant id that the trial has seen before', () => {
  it.each([
    ['Ignore', 1, false, null],
    ['Ignore', 1, true, null],
    ['Warn', 2, false, 'Warn'],
    ['Warn', 2, true, null],
    ['Block', 3, false, 'Block'],
    ['Block', 3, true, 'Block'],
    ['a setting that does not exist', 4, true, 'Block'],
  ])('under %s (%d), approved %s, is stopped by %s', (_name, participant_id_warning_id, approved, stopped) => {
    expect(duplicateRefusal({ participant_id_warning_id, is_duplicate: true, approved })).toBe(stopped)
  })

  it('is stopped only by a used id', () => {
    for (const participant_id_warning_id of [0, 1, 2, 3, 4]) {
      for (const approved of [true, false]) {
        expect(duplicateRefusal({ participant_id_warning_id, is_duplicate: false, approved })).toBeNull()
      }
    }
  })
})

describe('the responses of a trial to used participant ids', () => {
  it.each(PARTICIPANT_ID_WARNINGS)('$id is $name', (warning) => {
    expect(participantIdWarningOfId(warning.id)).toBe(warning)
  })

  it('has the numbers of the API', () => {
    expect(PARTICIPANT_ID_WARNINGS.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 Ignore', '2 Warn', '3 Block'])
  })
})

describe('the flag status of a participant', () => {
  it('is flagged or unflagged', () => {
    expect(FLAG_STATUSES).toEqual(['Flagged', 'Unflagged'])
  })
})
