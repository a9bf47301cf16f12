import { RANDOMISATION_ERRORS } from '#domain/participants/randomisation-error'
import { describe, expect, test } from 'vitest'
import {
  offeredErrors,
  recordedChoices,
  sidesAtStrata,
  stratumRows,
  wordsFromRecord,
} from '../../../../../src/client/subjects/participants/list/error-sides'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'

const trial = aShownTrial()
const seen = aShownParticipant({
  strata: [
    { stratum: 'Sex', option: 'Female' },
    { stratum: 'Delay', option: 'Up to 6 hours' },
  ],
})

describe('a wrong stratum', () => {
  test('is not offered where a trial has no strata', () => {
    expect(offeredErrors(aShownTrial({ trial_strata: [] })).map(({ kind }) => kind)).not.toContain('wrong_stratum')
    expect(offeredErrors(trial)).toEqual(RANDOMISATION_ERRORS)
  })

  const rows = stratumRows(trial, seen)
  const recorded = recordedChoices(rows)

  test('begins with the recorded answer', () => {
    expect(rows.map(({ name, recorded: option }) => [name, option])).toEqual([
      ['Sex', 31],
      ['Delay', 41],
    ])
    expect(recorded).toEqual({ 21: { used: '31', corrected: '31' }, 22: { used: '41', corrected: '41' } })
  })

  test('needs a change', () => {
    expect(sidesAtStrata(rows, recorded)).toEqual({ ok: false, refusal: 'Please change the answer that was wrong' })
  })

  test('is reported only at the strata that differ', () => {
    expect(sidesAtStrata(rows, { ...recorded, 21: { used: '31', corrected: '32' } })).toEqual({
      ok: true,
      value: {
        as_used: [{ trial_stratum_id: 21, trial_stratum_option_id: 31 }],
        corrected: [{ trial_stratum_id: 21, trial_stratum_option_id: 32 }],
      },
    })
  })

  test('begins empty for people who may not see the answers, who enter both sides', () => {
    const hidden = stratumRows(trial, aShownParticipant())
    const nothing = recordedChoices(hidden)
    expect(hidden.every(({ recorded: option }) => option === null)).toBe(true)
    expect(sidesAtStrata(hidden, nothing).ok).toBe(false)
    for (const half of [
      { used: '31', corrected: '' },
      { used: '', corrected: '32' },
    ])
      expect(sidesAtStrata(hidden, { ...nothing, 21: half })).toEqual({
        ok: false,
        refusal: 'Please choose both the answer that was used and the correct answer',
      })
    expect(sidesAtStrata(hidden, { ...nothing, 21: { used: '31', corrected: '32' } }).ok).toBe(true)
  })
})

describe('an error in words begins', () => {
  const named = aShownParticipant({ participant_id: 'KL-0042' })
  test.each([
    ['ineligible', ''],
    ['twice', 'Participant 12, ID KL-0042'],
    ['wrong_participant', 'Participant 12, ID KL-0042'],
    ['other', ''],
  ] as const)('%s', (kind, as_used) => {
    expect(wordsFromRecord(kind, named, aShownTrial())).toEqual({ as_used, corrected: '' })
  })
  test('with the sequence number alone where there is no id', () => {
    expect(wordsFromRecord('twice', aShownParticipant(), aShownTrial()).as_used).toBe('Participant 12')
  })
})
