import { describe, expect, it } from 'vitest'
import { roundedToTenths } from '#domain/fraction'
import { balanceOf, type BalanceRow, type DrawnAlike, type WeightedCell } from '#domain/reports/balance'
import { codeLetter, formForTeam } from '#domain/reports/balance-form'

const alone = (...weights: number[]): WeightedCell[] =>
  weights.map((weight, place) => ({ group_ids: [place + 1], weight }))

const people = (
  site_id: number,
  option_ids: number[],
  group: number | number[],
  count: number,
  epoch = 1,
): DrawnAlike => ({
  site_id,
  epoch,
  option_ids,
  group_ids: [group].flat(),
  count,
})

/** A row as `part site options: participants; observed/expected/imbalance …` */
const rowInWords = ({ part, site_id, option_ids, participants, groups }: BalanceRow) =>
  `${part} ${site_id ?? '-'} ${option_ids.map((id) => id ?? '-').join(',')}: ${participants}; ${groups
    .map(({ observed, expected, imbalance }) => [observed, ...[expected, imbalance].map(roundedToTenths)].join('/'))
    .join(' ')}`

describe('the balance of a trial', () => {
  it('2 : 1 at two sites, by hand: 7 participants of whom group 1 has 4 where 14/3 were expected', () => {
    const drawn = [people(1, [10], 1, 3), people(1, [11], 2, 2), people(2, [10], 1, 1), people(2, [10], 2, 1)]
    const rows = balanceOf(drawn, { group_ids: [1, 2], cells: new Map([[1, alone(2, 1)]]) }, 1).map(rowInWords)
    expect(rows).toEqual([
      'trial - -: 7; 4/4.7/-0.7 3/2.3/0.7',
      'site 1 -: 5; 3/3.3/-0.3 2/1.7/0.3',
      'option - 10: 5; 4/3.3/0.7 1/1.7/-0.7',
      'site_option 1 10: 3; 3/2/1 0/1/-1',
      'option - 11: 2; 0/1.3/-1.3 2/0.7/1.3',
      'site_option 1 11: 2; 0/1.3/-1.3 2/0.7/1.3',
      'site 2 -: 2; 1/1.3/-0.3 1/0.7/0.3',
      'site_option 2 10: 2; 1/1.3/-0.3 1/0.7/0.3',
    ])
  })

  it('expects everybody by the ratio of their own epoch', () => {
    // Two people in epoch 1 with 1 : 1, and four in epoch 2 with 3 : 1. Group 1 expects 1 + 3 = 4, group 2 expects 1 +
    // 1 = 2.
    const drawn = [people(1, [], 1, 2, 1), people(1, [], 1, 1, 2), people(1, [], 2, 3, 2)]
    const cells = new Map([
      [1, alone(1, 1)],
      [2, alone(3, 1)],
    ])
    const [trial] = balanceOf(drawn, { group_ids: [1, 2], cells }, 0)
    expect(trial && rowInWords(trial)).toBe('trial - : 6; 3/4/-1 3/2/1')
  })

  it('counts combinations of several strata, and no site where there is one', () => {
    const drawn = [people(1, [10, 20], 1, 1), people(1, [10, 21], 2, 1)]
    const rows = balanceOf(drawn, { group_ids: [1, 2], cells: new Map([[1, alone(1, 1)]]) }, 2).map(rowInWords)
    expect(rows).toEqual([
      'trial - -,-: 2; 1/1/0 1/1/0',
      'site 1 -,-: 2; 1/1/0 1/1/0',
      'option - 10,-: 2; 1/1/0 1/1/0',
      'option - -,20: 1; 1/0.5/0.5 0/0.5/-0.5',
      'cell - 10,20: 1; 1/0.5/0.5 0/0.5/-0.5',
      'option - -,21: 1; 0/0.5/-0.5 1/0.5/0.5',
      'cell - 10,21: 1; 0/0.5/-0.5 1/0.5/0.5',
    ])
  })

  it('counts a participant of a factorial trial once in each factor', () => {
    const cells: WeightedCell[] = [
      { group_ids: [1, 3], weight: 2 },
      { group_ids: [1, 4], weight: 2 },
      { group_ids: [2, 3], weight: 1 },
      { group_ids: [2, 4], weight: 1 },
    ]
    const [trial] = balanceOf([people(1, [], [1, 4], 3)], { group_ids: [1, 2, 3, 4], cells: new Map([[1, cells]]) }, 0)
    expect(trial && rowInWords(trial)).toBe('trial - : 3; 3/2/1 0/1/-1 0/1.5/-1.5 3/1.5/1.5')
  })

  it('without participants is one row of zeros', () => {
    const rows = balanceOf([], { group_ids: [1, 2], cells: new Map() }, 1).map(rowInWords)
    expect(rows).toEqual(['trial - -: 0; 0/0/0 0/0/0'])
  })
})

describe('the report for the trial team', () => {
  const labelled = (...labels: (string | null)[]) =>
    labels.map((label, place) => ({ id: place + 1, label, factorial_level: null }))
  const groups = labelled('Kit K', 'Kit L')
  const equal = new Map([[1, alone(1, 1)]])

  it('has no groups for people who see none', () => {
    expect(formForTeam('nothing', groups, equal)).toEqual({ form: 'pooled', because: 'blinded' })
  })

  it.each([
    ['equal', labelled('Study drug', 'Study drug')],
    ['missing', labelled(null, null)],
    ['missing, and elsewhere the word for a missing one', labelled(null, 'Blinded')],
  ])('has no groups for people who see labels where these are %s', (_what, alike) => {
    expect(formForTeam('labels', alike, equal)).toEqual({ form: 'pooled', because: 'blinded' })
    expect(formForTeam('names', alike, equal)).toEqual({ form: 'coded', because: null })
  })

  it.each([
    ['an unequal ratio', new Map([[1, alone(2, 1)]])],
    ['an unequal ratio in one of its epochs', new Map([...equal, [2, alone(2, 1)]])],
    ['a group that was closed for a time', new Map([...equal, [2, alone(1, 0)]])],
    [
      'a group that came later',
      new Map([
        [1, alone(1)],
        [2, alone(1, 1)],
      ]),
    ],
  ])('has no groups with %s, whose sizes would reveal them', (_what, cells) => {
    expect(formForTeam('names', groups, cells)).toEqual({ form: 'pooled', because: 'unequal_ratio' })
    // Readers who see labels alone must not learn that the ratio was ever unequal.
    expect(formForTeam('labels', groups, cells)).toEqual({ form: 'pooled', because: 'blinded' })
  })

  it('has letters where every group of a factor always had the same chance', () => {
    expect(formForTeam('labels', groups, equal)).toEqual({ form: 'coded', because: null })
    const factors = [1, 2, 3, 4, 5].map((id) => ({ id, label: `Kit ${id}`, factorial_level: id < 3 ? 1 : 2 }))
    const cells = [1, 2].flatMap((one) => [3, 4, 5].map((other) => ({ group_ids: [one, other], weight: 1 })))
    expect(formForTeam('labels', factors, new Map([[1, cells]]))).toEqual({ form: 'coded', because: null })
  })

  it('continues with two letters after Z', () => {
    expect([0, 1, 25, 26, 59].map(codeLetter)).toEqual(['A', 'B', 'Z', 'AA', 'BH'])
  })
})
