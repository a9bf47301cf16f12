import { changeFlag, flagStatusOf, type FlagChange } from '#domain/participants/flagging'
import { FLAG_STATUSES, type FlagStatusName } from '#domain/participants/participant'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { describe, expect, test } from 'vitest'

type Situation = {
  is_flagged?: boolean
  is_counted_out?: boolean
  flag_status?: FlagStatusName
  steers?: boolean
  excludes?: boolean
  method?: RandomisationMethodName
  /** The participant's epoch; the trial is in its second. */
  epoch?: number
}

const changed = (situation: Situation) => {
  const { is_flagged = false, is_counted_out = false, flag_status = null, steers = true } = situation
  const { excludes = true, method = 'minimisation', epoch = 2 } = situation
  const randomisation_method_id = RANDOMISATION_METHODS.find(({ name }) => name === method)?.id ?? 0
  return changeFlag(
    { is_flagged, is_counted_out, epoch },
    { exclude_flagged_participants: excludes, randomisation_method_id, epoch: 2 },
    { flag_status, steers },
  )
}

describe('a state that holds already', () => {
  test.each(FLAG_STATUSES)('%s is refused', (flag_status) => {
    const is_flagged = flag_status === 'Flagged'
    expect(changed({ is_flagged, flag_status })).toEqual({ ok: false, refusal: 'flag_state_unchanged' })
  })
})

describe('the state afterwards', () => {
  test.each<[string, Situation, boolean]>([
    ['the other one: flagged', {}, true],
    ['the other one: unflagged', { is_flagged: true }, false],
    ['the one asked for: flagged', { flag_status: 'Flagged' }, true],
    ['the one asked for: unflagged', { is_flagged: true, flag_status: 'Unflagged' }, false],
  ])('is %s', (_says, situation, is_flagged) => {
    expect(changed(situation)).toMatchObject({ ok: true, value: { is_flagged } })
  })
})

describe('what a flag moves', () => {
  const NOTHING = { sampled_by: 0, counts_by: 0 } as const
  const cases: [string, Situation, Omit<FlagChange, 'is_flagged'>][] = [
    ['nothing where flagged participants stay in', { excludes: false }, { ...NOTHING, is_counted_out: false }],
    ['nor by lifting it there', { excludes: false, is_flagged: true }, { ...NOTHING, is_counted_out: false }],
    [
      'the number alone, by who does not steer',
      { steers: false },
      { sampled_by: -1, counts_by: 0, is_counted_out: false },
    ],
    [
      'the number alone, by who does not steer and lifts their own',
      { steers: false, is_flagged: true },
      { sampled_by: 1, counts_by: 0, is_counted_out: false },
    ],
    ['number and counts, by who steers', {}, { sampled_by: -1, counts_by: -1, is_counted_out: true }],
    [
      'both back, by who steers and lifts it',
      { is_flagged: true, is_counted_out: true },
      { sampled_by: 1, counts_by: 1, is_counted_out: false },
    ],
    [
      'the number alone, by who does not steer and lifts the flag of one who does',
      { steers: false, is_flagged: true, is_counted_out: true },
      { sampled_by: 1, counts_by: 0, is_counted_out: true },
    ],
    [
      'no count twice, by who steers and flags again',
      { is_counted_out: true },
      { sampled_by: -1, counts_by: 0, is_counted_out: true },
    ],
    [
      'no count, by who steers and lifts the flag of one who does not',
      { is_flagged: true },
      { sampled_by: 1, counts_by: 0, is_counted_out: false },
    ],
    [
      'the counts back once flagged participants stay in, by who steers',
      { excludes: false, is_flagged: true, is_counted_out: true },
      { sampled_by: 0, counts_by: 1, is_counted_out: false },
    ],
    ['no count of an epoch that is over', { epoch: 1 }, { sampled_by: -1, counts_by: 0, is_counted_out: false }],
  ]
  test.each(cases)('%s', (_says, situation, moved) => {
    expect(changed(situation)).toMatchObject({ ok: true, value: moved })
  })

  test.each<[RandomisationMethodName, FlagChange['counts_by']]>([
    ['standard', 0],
    ['blocked', 0],
    ['urn', -1],
    ['minimisation', -1],
  ])('of the method %s: a block’s slot is never given back', (method, counts_by) => {
    const is_counted_out = counts_by !== 0
    expect(changed({ method })).toMatchObject({ value: { sampled_by: -1, counts_by, is_counted_out } })
  })
})

test('both states have a name', () => {
  expect([true, false].map(flagStatusOf)).toEqual(FLAG_STATUSES)
})
