import { drawKeys } from '#domain/simulation/draw-keys'
import { exactFigures } from '#domain/simulation/exact-figures'
import type { CheckedEstimate, Estimate } from '#domain/simulation/figures'
import { simulate, type SimulationFigures } from '#domain/simulation/simulate'
import type { SimulationPlan } from '#domain/simulation/simulation-plan'
import { describe, expect, it } from 'vitest'
import { aDesign, blocks, crossed, factors, minimised, simple, urn, weighted } from '../randomisation/designs'
import { aPlan } from './a-plan'

const figuresOf = (plan: SimulationPlan, seed = 1): SimulationFigures => simulate(plan, seed, () => {}).figures

/** The distance of a mean from a value, in its standard errors; exact values may differ by rounding. */
const errorsOff = ({ mean, standard_error }: Estimate, value: number): number => {
  const off = Math.abs(mean - value)
  return off < 1e-12 ? 0 : off / (standard_error ?? 0)
}

/** Every figure that has an exact value beside it, with its path. */
const checkedIn = (value: unknown, path = ''): { path: string; estimate: CheckedEstimate }[] => {
  if (typeof value !== 'object' || value === null) return []
  if (isChecked(value)) return [{ path, estimate: value }]
  return Object.entries(value).flatMap(([name, one]) => checkedIn(one, `${path}.${name}`))
}

function isChecked(value: object): value is CheckedEstimate {
  return 'exact' in value
}

const strata = [1, 2].map((id) => ({ id, option_ids: [10 * id + 1, 10 * id + 2, 10 * id + 3] }))
const inStrata = { is_stratified: true, is_site_stratified: true, trial_strata: strata }
const manySites = {
  sites: 3,
  site_shares: [1, 2, 5],
  option_shares: [
    [1, 1, 1],
    [2, 0, 1],
  ],
}

type ReferenceCase = { readonly of: string; readonly plan: SimulationPlan; readonly exactPaths?: readonly string[] }
const USUALLY_KNOWN = ['.predictability.trial_guesser', '.predictability.certain']

/** Designs with many exactly known figures, and the number of their estimates that are checked beside the ratio. */
const KNOWN: readonly ReferenceCase[] = [
  { of: 'simple', plan: aPlan(simple(1, 1)) },
  { of: 'simple 3 : 2 : 1', plan: aPlan(simple(3, 2, 1), { participants: 30 }) },
  { of: 'blocks of 4, 6, 8', plan: aPlan(blocks(4, 8, 1, 1)) },
  { of: 'blocks of 3, 6 at 2 : 1', plan: aPlan(blocks(3, 6, 2, 1)) },
  { of: 'the urn', plan: aPlan(urn([1, 0, 1], 1, 1)) },
  { of: 'the urn (2, 1, 3) at 3 : 2', plan: aPlan(urn([2, 1, 3], 3, 2)) },
  { of: 'minimisation of one factor', plan: aPlan(minimised([1, 1])) },
  {
    of: 'minimisation of one factor at 2 : 1',
    plan: aPlan(minimised([2, 1])),
    // Beliefs about the virtual arms have too many branches; `best-guesses` checks that against published figures.
    exactPaths: ['.imbalance.0.mean', '.predictability.certain'],
  },
  {
    of: 'blocks in strata and sites',
    plan: aPlan(aDesign({ randomisation_method_id: 1, block_size_min: 4, block_size_max: 6, ...inStrata }), {
      ...manySites,
      participants: 150,
    }),
  },
  {
    of: 'an urn in sites',
    plan: aPlan(aDesign({ randomisation_method_id: 2, is_site_stratified: true }), { sites: 7 }),
  },
  {
    of: 'minimisation over sites',
    plan: aPlan(aDesign({ randomisation_method_id: 3, is_site_stratified: true }), { sites: 7 }),
  },
]

describe.each(KNOWN)('$of', ({ plan, exactPaths = USUALLY_KNOWN }) => {
  const checked = checkedIn(figuresOf(plan)).filter(({ estimate }) => estimate.exact !== null)

  it('agrees with theory, within 4.9 standard errors', () => {
    const off = checked.filter(({ estimate }) => errorsOff(estimate, estimate.exact ?? 0) > 4.9)
    expect(off).toEqual([])
    const paths = checked.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining([...exactPaths]))
  })
})

describe('the known exact figures', () => {
  const exactPathsOf = (plan: SimulationPlan) => {
    const { imbalance, predictability } = exactFigures(plan)
    return Object.entries({ ...imbalance, ...predictability })
      .filter(([, value]) => value !== null)
      .map(([name]) => name)
  }
  const all = ['mean', 'root_mean_square', 'trial_guesser', 'certain', 'site_guesser']

  it.each([
    { of: 'one key at one site', plan: aPlan(blocks(4, 6, 1, 1)), is: all },
    { of: 'one key at two sites', plan: aPlan(blocks(4, 6, 1, 1), { sites: 2 }), is: all.slice(0, 4) },
    {
      of: 'simple 1 : 1, however long',
      plan: aPlan(simple(1, 1), { participants: 20_000, runs: 1, sites: 3 }),
      is: all.slice(1),
    },
    {
      of: 'an urn, however long',
      plan: aPlan(urn([1, 0, 1], 1, 1), { participants: 20_000, runs: 1 }),
      is: ['root_mean_square', 'certain'],
    },
    { of: 'several keys', plan: aPlan(aDesign({ randomisation_method_id: 2, ...inStrata })), is: all.slice(1) },
    {
      of: 'several keys at 2 : 1',
      plan: aPlan(aDesign({ randomisation_method_id: 2, study_groups: weighted(2, 1), ...inStrata })),
      is: all.slice(2),
    },
    { of: 'minimisation over several factors', plan: aPlan(minimised([1, 1], factors(1, 1))), is: ['certain'] },
    {
      of: 'the same at 100 percent',
      plan: aPlan(minimised([1, 1], { ...factors(1, 1), minimisation_probability: 100 })),
      is: [],
    },
  ])('of $of is $is', ({ plan, is }) => {
    expect(exactPathsOf(plan).sort()).toEqual([...is].sort())
  })
})

describe('unequal weights hold their ratio at every position', () => {
  it.each([
    { of: 'simple 1 : 1 : 4', design: simple(1, 1, 4) },
    { of: 'blocks of 6, 12 at 3 : 2 : 1', design: blocks(6, 12, 3, 2, 1) },
    { of: 'an urn at 3 : 0 : 1', design: urn([1, 0, 1], 3, 0, 1) },
    { of: 'minimisation at 2 : 1', design: minimised([2, 1], factors(1, 2)) },
    {
      of: 'minimisation by range at 3 : 2 : 1',
      design: minimised([3, 2, 1], { minimisation_measure: 'range', ...factors(1, 1) }),
    },
    {
      of: 'a factorial trial at (1 : 2) × (1 : 1)',
      design: aDesign({ ...crossed([1, 2], [1, 1]), randomisation_method_id: 3, ...factors(1, 1) }),
    },
  ])('$of', ({ design }) => {
    const { ratio } = figuresOf(aPlan(design, { participants: 24, runs: 4000 }))
    expect(ratio.map(({ position }) => position)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
    const off = ratio.flatMap(({ position, shares }) =>
      shares.flatMap((share, index) =>
        errorsOff(share, share.exact ?? 0) > 4.9 ? [{ position, place: index, share }] : [],
      ),
    )
    expect(off).toEqual([])
  })
})

describe('the figures', () => {
  it('are the same for the same seed, to the last digit, and others for another', () => {
    const plan = aPlan(minimised([1, 1], factors(1, 1)), { sites: 3, runs: 50 })
    expect(figuresOf(plan, 5)).toEqual(figuresOf(plan, 5))
    expect(figuresOf(plan, 5)).not.toEqual(figuresOf(plan, 6))
  })

  it.each([
    { of: 'blocks', design: blocks(4, 8, 1, 1), are: [0.65, 2.4, 0.68, 0.58375, 0.234166666667] },
    { of: 'an urn', design: urn([1, 0, 1], 2, 1), are: [2.3625, 2.2125, 0.674583333333, 0.674583333333, 0] },
    {
      of: 'minimisation by variance',
      design: minimised([1, 1], { is_site_stratified: true, ...factors(1, 2) }),
      are: [1.55, 1.05, 0.755416666667, 0.613333333333, 0],
    },
    {
      of: 'minimisation by range',
      design: minimised([3, 2, 1], { minimisation_measure: 'range', ...factors(1, 2) }),
      are: [1.2375, 0.833333333333, 0.660416666667, 0.5025, 0],
    },
  ])('of $of with a stored seed stay unchanged', ({ design, are }) => {
    const plan = aPlan(design, { participants: 60, sites: 3, site_shares: [1, 2, 5], runs: 40 })
    const { imbalance, predictability } = figuresOf(plan, 7)
    const { trial_guesser, site_guesser, certain } = predictability
    const means = [imbalance[0]?.mean, imbalance.at(-1)?.mean, trial_guesser, site_guesser, certain]
    expect(means.map((figure) => Number(figure?.mean.toFixed(12)))).toEqual(are)
  })

  it('are reported after each trial', () => {
    const estimates: number[] = []
    simulate(aPlan(simple(1, 1), { runs: 4 }), 1, (done) => estimates.push(done))
    expect(estimates).toEqual([1, 2, 3, 4])
  })

  it('have errors from the second trial on', () => {
    const one = figuresOf(aPlan(blocks(4, 8, 1, 1), { runs: 1 }))
    expect(one.predictability.trial_guesser.standard_error).toBeNull()
    expect(
      figuresOf(aPlan(blocks(4, 8, 1, 1), { runs: 2 })).predictability.trial_guesser.standard_error,
    ).toBeGreaterThan(0)
  })

  it('compare groups in the trial, at each site, and in each option, used or not', () => {
    const { imbalance } = figuresOf(aPlan(aDesign({ trial_strata: strata }), { ...manySites, runs: 20 }))
    expect(imbalance.map(({ compared, scope }) => `${compared} ${Object.values(scope).join(' ')}`)).toEqual([
      'allocation trial',
      ...[0, 1, 2].map((site) => `allocation site ${site}`),
      ...[0, 1].flatMap((stratum) => [0, 1, 2].map((option) => `allocation option ${stratum} ${option}`)),
    ])
    // No participant has the second option of the second stratum.
    expect(imbalance.at(-2)).toMatchObject({ mean: { mean: 0 }, quantile_95: 0, max: 0 })
  })

  it('balance cells and both factors of a factorial trial in blocks of all cells', () => {
    const design = aDesign({
      ...crossed([1, 1], [1, 2]),
      randomisation_method_id: 1,
      block_size_min: 6,
      block_size_max: 6,
    })
    const { imbalance, stock, ratio } = figuresOf(aPlan(design, { participants: 60, runs: 20 }))
    const ofTrial = imbalance.filter(({ scope }) => scope.of === 'trial')
    expect(ofTrial.map(({ compared, max }) => [compared, max])).toEqual([
      ['allocation', 0],
      ['factor_1', 0],
      ['factor_2', 0],
    ])
    expect(stock[0]?.packs).toHaveLength(4)
    expect(ratio[0]?.shares.map(({ exact }) => exact)).toEqual([1 / 2, 1 / 2, 1 / 3, 2 / 3])
  })

  it('have a path that ends where the trial does, and a distribution of all trials', () => {
    const { imbalance, path, distribution } = figuresOf(aPlan(simple(1, 1), { participants: 1000, runs: 200 }))
    expect(path).toHaveLength(50)
    expect(path[0]).toMatchObject({ participants: 1, median: 1, max: 1 })
    expect(path.at(-1)).toMatchObject({
      participants: 1000,
      max: imbalance[0]?.max,
      mean: { mean: imbalance[0]?.mean.mean },
    })
    expect(
      path.every(
        ({ quantile_2_5, median, quantile_97_5, max }) =>
          quantile_2_5 <= median && median <= quantile_97_5 && quantile_97_5 <= max,
      ),
    ).toBe(true)
    expect(distribution.reduce((sum, { trials }) => sum + trials, 0)).toBe(200)
  })

  it('count certain allocations: every second one in blocks of 2, one after another never', () => {
    const { predictability } = figuresOf(aPlan(blocks(2, 2, 1, 1), { runs: 20 }))
    expect(predictability.certain.mean).toBe(0.5)
    expect(predictability.longest_certain_run).toMatchObject({ quantile_95: 1, max: 1 })
  })

  it('count certain allocations at 100 percent: all but ties, whatever the arms of a group are', () => {
    const even = figuresOf(aPlan(minimised([1, 1], { minimisation_probability: 100 }), { runs: 20 }))
    expect(even.predictability.certain.mean).toBe(0.5)
    // Arms 0 and 1 belong to the first group. After the second group is drawn, both are best, and the group is certain.
    const uneven = figuresOf(
      aPlan(minimised([2, 1], { minimisation_probability: 100 }), { participants: 99, runs: 200 }),
    )
    expect(uneven.predictability.certain.mean).toBeGreaterThan(1 / 3)
  })

  it('give a site no more knowledge than the trial, and as much where the key is within the site', () => {
    const apart = figuresOf(aPlan(blocks(4, 4, 1, 1), { sites: 5, runs: 300 })).predictability
    expect(apart.site_guesser.mean).toBeLessThan(apart.trial_guesser.mean - 0.1)
    const bySite = aDesign({
      randomisation_method_id: 1,
      block_size_min: 4,
      block_size_max: 4,
      is_site_stratified: true,
    })
    const within = figuresOf(aPlan(bySite, { sites: 5, runs: 300 })).predictability
    expect(within.site_guesser).toEqual(within.trial_guesser)
  })

  it('include the guesser without knowledge, who names the largest weight', () => {
    expect(figuresOf(aPlan(simple(1, 1, 4), { runs: 2 })).predictability.unseeing_guesser).toBe(4 / 6)
  })
})

describe('the chance of running out', () => {
  it('is the chance that a group had used up its packs before the last participant', () => {
    // The first 2 of 3 participants get the same group of 2 in half of the cases; then its packs are gone before the
    // third.
    const { stock } = figuresOf(aPlan(simple(1, 1), { participants: 3, packs: [2, 2] }))
    expect(stock.map(({ packs }) => packs)).toEqual([[2, 2]])
    expect(errorsOff(stock[0]?.some_site ?? NONE, 0.5)).toBeLessThan(4.9)
    expect(stock[0]?.sites).toEqual([stock[0]?.some_site])
  })

  it('exists from the first participant on where a group has no pack at all', () => {
    const { stock } = figuresOf(aPlan(simple(1, 1), { participants: 1, packs: [0, 5], runs: 10 }))
    expect(stock[0]?.some_site.mean).toBe(1)
  })

  it('falls with the stock to 0, each in the ratio of the weights', () => {
    const { stock } = figuresOf(aPlan(blocks(3, 6, 2, 1), { participants: 300, sites: 4, runs: 200 }))
    expect(stock.length).toBeLessThanOrEqual(20)
    expect(stock.every(({ packs: [a = 0, b = 0] }) => a === 2 * b)).toBe(true)
    const chances = stock.map(({ some_site }) => some_site.mean)
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect([chances[0], chances.at(-1)]).toEqual([1, 0])
    expect(stock.every(({ some_site, sites }) => sites.every(({ mean }) => mean <= some_site.mean))).toBe(true)
  })

  it('is zero at a site without participants', () => {
    const plan = aPlan(simple(1, 1), { sites: 2, site_shares: [0, 1], packs: [1, 1], runs: 20 })
    expect(figuresOf(plan).stock[0]?.sites[0]?.mean).toBe(0)
  })
})

const NONE: Estimate = { mean: NaN, standard_error: 0 }

it('a simulation separates its keys', () => {
  expect(drawKeys(aDesign({ randomisation_method_id: 2, ...inStrata }), 3).count).toBe(27)
})
