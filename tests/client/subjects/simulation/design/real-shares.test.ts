import { describe, expect, test } from 'vitest'
import { realSharesOf } from '../../../../../src/client/subjects/simulation/design/real-shares'

type TrialPart = Parameters<typeof realSharesOf>[0]
type StatisticsPart = Parameters<typeof realSharesOf>[1]

const site = (id: number, is_deleted = false) => ({ id, title: `Site ${id}`, is_deleted })
const option = (id: number) => ({ id, name: `Option ${id}` })

const TRIAL: TrialPart = {
  sites: [site(1), site(2), site(3, true)],
  trial_strata: [{ id: 5, name: 'Sex', description: null, trial_stratum_options: [option(51), option(52)] }],
}

const statistics = (counts: { sites: readonly number[][]; options: readonly number[][] }): StatisticsPart => ({
  sites: counts.sites.map(([id = 0, count = 0]) => ({ id, title: `Site ${id}`, count })),
  trial_strata: [
    { id: 5, name: 'Sex', options: counts.options.map(([id = 0, count = 0]) => ({ id, name: `Option ${id}`, count })) },
  ],
})

const WHOLE = {
  sites: [
    [2, 10],
    [1, 30],
    [3, 4],
  ],
  options: [
    [51, 31],
    [52, 13],
  ],
}

test('the shares of a trial are all its participants by site and by option, in the order of its form', () => {
  const shares = realSharesOf(TRIAL, statistics(WHOLE))
  // The participants of a site that no longer takes part are among those of each option.
  expect(shares).toEqual({ participants: 44, sites: [30, 10, 4], has_closed_sites: true, options: [[31, 13]] })
})

test('a site that no longer takes part is none of the sites where it has no participant', () => {
  const sites = [...WHOLE.sites.slice(0, 2), [3, 0]]
  const shares = realSharesOf(
    TRIAL,
    statistics({
      sites,
      options: [
        [51, 30],
        [52, 10],
      ],
    }),
  )
  expect(shares).toEqual({ participants: 40, sites: [30, 10], has_closed_sites: false, options: [[30, 10]] })
})

describe('there are none', () => {
  test('before the first participant', () => {
    const none = {
      sites: [
        [1, 0],
        [2, 0],
      ],
      options: [
        [51, 0],
        [52, 0],
      ],
    }
    expect(realSharesOf(TRIAL, statistics(none))).toBeNull()
  })

  test('for who is not shown every site or option', () => {
    expect(realSharesOf(TRIAL, statistics({ ...WHOLE, sites: [[1, 30]] }))).toBeNull()
    expect(realSharesOf(TRIAL, statistics({ ...WHOLE, options: [[51, 31]] }))).toBeNull()
  })
})
