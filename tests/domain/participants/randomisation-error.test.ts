import {
  RANDOMISATION_ERRORS,
  randomisationErrorTitle,
  sideBySide,
  type ErrorSide,
  type RandomisationErrorKind,
  type SidesFault,
} from '#domain/participants/randomisation-error'
import { describe, expect, it } from 'vitest'

/** Sex (1) with the options 11 and 12, age (2) with 21, 22 and 23. */
const STRATA = [
  { id: 1, trial_stratum_options: [{ id: 11 }, { id: 12 }] },
  { id: 2, trial_stratum_options: [{ id: 21 }, { id: 22 }, { id: 23 }] },
]

const at = (trial_stratum_id: number, trial_stratum_option_id: number) => ({
  trial_stratum_id,
  trial_stratum_option_id,
})
/** The participant was drawn as 11 and 21. */
const RECORDED = [at(1, 11), at(2, 21)]

const sidesOf = (as_used: ErrorSide, corrected: ErrorSide, kind: RandomisationErrorKind = 'wrong_stratum') => ({
  kind,
  as_used,
  corrected,
})
const seeing = { strata: STRATA, recorded: RECORDED }
const notSeeing = { strata: STRATA, recorded: null }

describe('the kinds of randomisation errors', () => {
  it('are those that trial practice knows, each with its words', () => {
    expect(RANDOMISATION_ERRORS.map(({ kind }) => `${kind}: ${randomisationErrorTitle(kind)}`)).toEqual([
      'wrong_stratum: Wrong stratum',
      'ineligible: Not eligible',
      'twice: Randomised twice',
      'wrong_participant: Wrong participant',
      'other: Another error',
    ])
  })
})

describe('both sides of a wrong stratum', () => {
  it.each<[string, ErrorSide, ErrorSide, string, SidesFault['code']]>([
    ['without what was used', null, 'Male', 'as_used', 'used_missing'],
    ['without what would have been right', 'Female', null, 'corrected', 'corrected_missing'],
    ['without either', null, null, 'as_used', 'used_missing'],
    ['in words on the left alone', 'Female', [at(1, 12)], 'corrected', 'told_differently'],
    ['in words on the right alone', [at(1, 11)], 'Male', 'corrected', 'told_differently'],
    ['of another trial on the left', [at(3, 11)], [at(1, 12)], 'as_used.0.trial_stratum_id', 'stratum_unknown'],
    [
      'of another trial on the right',
      [at(1, 11)],
      [at(1, 12), at(3, 31)],
      'corrected.1.trial_stratum_id',
      'stratum_unknown',
    ],
    [
      'with an option of another stratum',
      [at(1, 11)],
      [at(1, 22)],
      'corrected.0.trial_stratum_option_id',
      'stratum_option_unknown',
    ],
    ['twice at one stratum', [at(1, 11), at(1, 12)], [at(1, 12)], 'as_used.1.trial_stratum_id', 'stratum_repeated'],
    ['corrected twice', [at(1, 11)], [at(1, 12), at(1, 12)], 'corrected.1.trial_stratum_id', 'stratum_repeated'],
    [
      'with a stratum on the left alone',
      [at(1, 11), at(2, 21)],
      [at(1, 12)],
      'as_used.1.trial_stratum_id',
      'corrected_at_stratum_missing',
    ],
    [
      'with a stratum on the right alone',
      [at(1, 11)],
      [at(2, 22), at(1, 12)],
      'corrected.0.trial_stratum_id',
      'used_at_stratum_missing',
    ],
    [
      'with a stratum that was right',
      [at(1, 11), at(2, 21)],
      [at(2, 22), at(1, 11)],
      'corrected.1.trial_stratum_option_id',
      'not_corrected',
    ],
  ])('are refused %s, whoever reports them', (_says, as_used, corrected, field, code) => {
    for (const facts of [seeing, notSeeing]) {
      expect(sideBySide(sidesOf(as_used, corrected), facts)).toEqual({ ok: false, refusal: { field, code } })
    }
  })

  it('are refused where another answer was used, by a person who may see that', () => {
    const other = sidesOf([at(1, 12), at(2, 22)], [at(1, 11), at(2, 21)])
    expect(sideBySide(other, seeing)).toEqual({
      ok: false,
      refusal: { field: 'as_used.0.trial_stratum_option_id', code: 'not_used' },
    })
    expect(sideBySide(other, notSeeing).ok).toBe(true)
  })

  it('are compared stratum by stratum, in any order', () => {
    const sides = sidesOf([at(2, 21), at(1, 11)], [at(1, 12), at(2, 23)])
    expect(sideBySide(sides, seeing)).toEqual({
      ok: true,
      value: {
        as_used: null,
        corrected: null,
        strata: [
          { trial_stratum_id: 2, used_option_id: 21, corrected_option_id: 23 },
          { trial_stratum_id: 1, used_option_id: 11, corrected_option_id: 12 },
        ],
      },
    })
  })

  it('may be in words, where no option can express it', () => {
    expect(sideBySide(sidesOf('Northern General', 'Southern General'), seeing)).toEqual({
      ok: true,
      value: { as_used: 'Northern General', corrected: 'Southern General', strata: [] },
    })
  })
})

describe.each(RANDOMISATION_ERRORS.filter(({ kind }) => kind !== 'wrong_stratum'))(
  'both sides of $kind',
  ({ kind }) => {
    it.each<[ErrorSide, ErrorSide]>([
      [null, null],
      ['17 years', null],
      [null, '18 years'],
      ['17 years', '18 years'],
    ])('are words or nothing: %j, %j', (as_used, corrected) => {
      expect(sideBySide(sidesOf(as_used, corrected, kind), seeing)).toEqual({
        ok: true,
        value: { as_used, corrected, strata: [] },
      })
    })

    it.each<[ErrorSide, ErrorSide, string]>([
      [[at(1, 11)], [at(1, 12)], 'as_used'],
      [[at(1, 11)], null, 'as_used'],
      ['Female', [at(1, 12)], 'corrected'],
    ])('are never answers at strata: %j, %j', (as_used, corrected, field) => {
      expect(sideBySide(sidesOf(as_used, corrected, kind), seeing)).toEqual({
        ok: false,
        refusal: { field, code: 'not_of_strata' },
      })
    })
  },
)
