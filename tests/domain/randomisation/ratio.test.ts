import { describe, expect, it } from 'vitest'
import { weightSum, type AllocationDesign } from '#domain/randomisation/design'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import { MINIMISATION_MEASURES } from '#domain/trials/trial-methods'
import { aDesign, blocks, crossed, factors, minimised, simple, urn, type NamedSettings } from './designs'
import { alike } from './draw-trial'
import { standingsOf } from './exact-cases'
import { fraction, sumOf, times } from './fraction'

/** The exact E N_k of each cell k after n = 0, 1, 2, … of these participants. */
const expectedCounts = (design: AllocationDesign, participants: readonly DrawnParticipant[]) =>
  standingsOf(design, participants).map((standings) =>
    design.cells.map((_, k) => sumOf(standings.map(({ drawn, chance }) => times(chance, fraction(drawn[k] ?? 0))))),
  )

/**
 * n · w_k / S of each cell k after n participants. If E N_k equals it at every n, each single position has the ratio
 * too.
 */
const inRatio = ({ cells }: AllocationDesign, participants: readonly DrawnParticipant[]) =>
  [...participants.keys(), participants.length].map((n) =>
    cells.map(({ weight }) => fraction(n * weight, weightSum(cells))),
  )

const RATIOS = [
  [2, 1],
  [3, 2, 1],
  [1, 1, 4],
  [1, 0, 2],
  [1, 1],
].map((weights) => ({
  ratio: weights.join(' : '),
  weights,
}))

type Made = readonly [of: string, make: (weights: readonly number[]) => AllocationDesign]

describe('the ratio holds at every position, exactly', () => {
  describe.each<Made>([
    ['simple randomisation', (weights) => simple(...weights)],
    ['blocks of every size to 12', (weights) => blocks(1, 12, ...weights)],
    ['blocks of 6', (weights) => blocks(6, 6, ...weights)],
    ['the urn (1, 0, 1)', (weights) => urn([1, 0, 1], ...weights)],
    ['the urn (3, 1, 2)', (weights) => urn([3, 1, 2], ...weights)],
    ['the urn (2, 3, 1)', (weights) => urn([2, 3, 1], ...weights)],
    ['minimisation by variance', (weights) => minimised(weights, { minimisation_measure: 'variance' })],
    ['minimisation by range', (weights) => minimised(weights, { minimisation_measure: 'range' })],
  ])('in %s', (_of, make) => {
    it.each(RATIOS)('of $ratio', ({ weights }) => {
      const design = make(weights)
      expect(expectedCounts(design, alike(7))).toEqual(inRatio(design, alike(7)))
    })
  })

  describe.each(MINIMISATION_MEASURES)('in minimisation of two strata and the site by %s', (minimisation_measure) => {
    it.each(RATIOS)('of $ratio', ({ weights }) => {
      const design = minimised(weights, { minimisation_measure, ...factors(2, 1), is_site_stratified: true })
      expect(expectedCounts(design, different)).toEqual(inRatio(design, different))
    })
  })
})

/** Participants who share some of their levels with some earlier ones. */
const different: readonly DrawnParticipant[] = [
  [1, 11, 21],
  [1, 12, 21],
  [2, 11, 22],
  [2, 11, 21],
  [1, 12, 22],
].map(([site_id = 0, first = 0, second = 0]) => ({
  site_id,
  options: [
    { trial_stratum_id: 1, trial_stratum_option_id: first },
    { trial_stratum_id: 2, trial_stratum_option_id: second },
  ],
}))

describe('the ratio of the cells of a factorial trial holds at every position, exactly', () => {
  const METHODS: readonly (readonly [method: string, named: NamedSettings])[] = [
    ['simple randomisation', { randomisation_method_id: 4 }],
    ['blocks', { randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 }],
    ['an urn', { randomisation_method_id: 2 }],
    ['minimisation by variance', { randomisation_method_id: 3 }],
    ['minimisation by range', { randomisation_method_id: 3, minimisation_measure: 'range' }],
  ]

  it.each(METHODS)('in %s', (_method, named) => {
    const design = aDesign({ ...crossed([2, 1], [1, 1]), ...named })
    expect(design.cells.map(({ weight }) => weight)).toEqual([2, 2, 1, 1])
    expect(expectedCounts(design, alike(7))).toEqual(inRatio(design, alike(7)))
  })
})

describe('closed groups', () => {
  it('leave the ratio of the open ones as it is', () => {
    const open = expectedCounts(urn([1, 0, 1], 2, 1), alike(6))
    const among = expectedCounts(urn([1, 0, 1], 0, 2, 0, 1), alike(6))
    expect(among.map(([, second, , fourth]) => [second, fourth])).toEqual(open)
    expect(among.map(([first, , third]) => [first, third])).toEqual(open.map(() => [fraction(0), fraction(0)]))
  })
})
