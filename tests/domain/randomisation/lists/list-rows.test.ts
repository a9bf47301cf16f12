import type { ListRow } from '#domain/own-lists/list-row'
import { joinedStrata, nameOfStratum, readListRows, strataOfFrame } from '#domain/randomisation/lists/list-rows'
import { describe, expect, test } from 'vitest'
import { aFrame, aRow } from './some-frames'

/* Reading the rows of a list either names every faulty row, or returns the strata in order. */

const BY_BOTH = { is_site_stratified: true, is_stratified: true }
const placed = (position: number, site: string, option: string, group = 'Placebo') =>
  aRow(position, group, { site, options: [option] })

const faultsOf = (rows: readonly ListRow[], frame = aFrame(), before: Parameters<typeof readListRows>[2] = []) => {
  const read = readListRows(rows, frame, before)
  return read.ok ? [] : read.refusal.map(({ row, column, message }) => [row, column, message])
}

describe('a row is refused by its number and column', () => {
  test.each<[says: string, rows: ListRow[], frame: Parameters<typeof aFrame>[0], fault: unknown[]]>([
    ['a group that the trial does not have', [aRow(1, 'C')], {}, [1, 'study_groups', 'No study group is called “C”']],
    [
      'a closed group',
      [aRow(1, 'Third')],
      { study_groups: [1, 1, 0].map((weight, index) => ({ id: index + 1, weight })) },
      [1, 'study_groups', 'This study group is closed: its weight is 0'],
    ],
    ['a site that is none', [placed(1, 'East', 'Male')], BY_BOTH, [1, 'site', 'No site is called “East”']],
    [
      'an option that is none',
      [placed(1, 'North', 'Other')],
      BY_BOTH,
      [1, 'options.0', 'The stratum “Sex” has no option “Other”'],
    ],
    [
      'a place that is taken',
      [aRow(1, 'Placebo'), aRow(1, 'Amlodipine')],
      {},
      [2, 'position', 'Row 1 has this place of the stratum'],
    ],
    ['a gap', [aRow(1, 'Placebo'), aRow(3, 'Placebo')], {}, [2, 'position', 'The next place of this stratum is 2']],
    [
      'a list that does not begin at 1',
      [aRow(2, 'Placebo')],
      {},
      [1, 'position', 'The next place of this stratum is 1'],
    ],
  ])('%s', (_says, rows, named, fault) => {
    expect(faultsOf(rows, aFrame(named))).toEqual([fault])
  })

  test('with all other faults, in order of rows', () => {
    const rows = [aRow(1, 'Placebo'), aRow(2, 'X'), aRow(3, 'Placebo'), aRow(3, 'Y')]
    expect(faultsOf(rows).map(([row]) => row)).toEqual([2, 3, 4])
  })
})

test('rows may stand in any order, and names without regard to case', () => {
  const rows = [
    placed(2, 'south', 'MALE', 'amlodipine'),
    placed(1, 'North', 'Female'),
    placed(1, 'South', 'Male', ' Placebo '),
  ]
  const read = readListRows(rows, aFrame(BY_BOTH), [])
  expect(read.ok && read.value.strata).toEqual([
    { site_id: 1, options: [{ trial_stratum_id: 1, trial_stratum_option_id: 10 }], cells: [1] },
    { site_id: 2, options: [{ trial_stratum_id: 1, trial_stratum_option_id: 11 }], cells: [1, 0] },
  ])
  expect(read.ok && read.value.as_written).toEqual([0, 1, 1])
})

test('a later list goes on where the earlier one ends', () => {
  const before = [{ site_id: null, options: [], cells: [0, 1] }]
  expect(faultsOf([aRow(1, 'Placebo')], aFrame(), before)).toEqual([
    [1, 'position', 'The next place of this stratum is 3'],
  ])
  const read = readListRows([aRow(3, 'Placebo')], aFrame(), before)
  expect(read.ok && joinedStrata(before, read.value.strata)).toEqual([{ site_id: null, options: [], cells: [0, 1, 1] }])
})

test('every site and combination of options is a stratum, with a name that people know', () => {
  const frame = aFrame(BY_BOTH)
  expect(strataOfFrame(frame).map((stratum) => nameOfStratum(stratum, frame))).toEqual([
    'North, Female',
    'North, Male',
    'South, Female',
    'South, Male',
  ])
  expect(strataOfFrame(aFrame()).map((stratum) => nameOfStratum(stratum, aFrame()))).toEqual(['Whole trial'])
})

test('in a factorial trial a row names a group of each factor', () => {
  const frame = aFrame({
    allocation_method_id: 4,
    study_groups: [1, 2, 3, 4].map((id) => ({ id, weight: 1, factorial_level: id < 3 ? 1 : 2 })),
  })
  const named = {
    ...frame,
    study_groups: ['A', 'not A', 'B', 'not B'].map((name, index) => ({ id: index + 1, name })),
  }
  const read = readListRows([{ ...aRow(1, ''), study_groups: ['not A', 'B'] }], named, [])
  expect(read.ok && read.value.strata[0]?.cells).toEqual([2])
  expect(faultsOf([{ ...aRow(1, ''), study_groups: ['A'] }], named)).toEqual([
    [1, 'study_groups', 'Name one study group of each factor'],
  ])
})
