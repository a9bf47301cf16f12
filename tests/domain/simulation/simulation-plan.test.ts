import { planSimulation } from '#domain/simulation/simulation-plan'
import { describe, expect, it } from 'vitest'
import { aDesign, crossed, factors, simple } from '../randomisation/designs'
import { sizesOf } from './a-plan'

const wide = (options: number, strata: number) => ({
  is_stratified: true,
  trial_strata: Array.from({ length: strata }, (_, stratum) => ({
    id: stratum + 1,
    option_ids: Array.from({ length: options }, (_, option) => option + 1),
  })),
})

describe('an impossible simulation', () => {
  it.each([
    {
      reason: 'too many participants in all',
      design: simple(1, 1),
      sizes: { participants: 2001 },
      runs: 10_000,
      is: ['too_many_participants', 'runs'],
    },
    {
      reason: 'a share for each of two sites of three',
      design: simple(1, 1),
      sizes: { sites: 3, site_shares: [1, 1] },
      runs: 1,
      is: ['shares_incomplete', 'sizes.site_shares'],
    },
    {
      reason: 'sites to which nobody comes',
      design: simple(1, 1),
      sizes: { sites: 2, site_shares: [0, 0] },
      runs: 1,
      is: ['shares_all_zero', 'sizes.site_shares'],
    },
    {
      reason: 'shares of a stratum that is not there',
      design: simple(1, 1),
      sizes: { option_shares: [[1]] },
      runs: 1,
      is: ['shares_incomplete', 'sizes.option_shares'],
    },
    {
      reason: 'a share too many',
      design: aDesign(factors(1, 1)),
      sizes: {
        option_shares: [
          [1, 1],
          [1, 1, 1],
        ],
      },
      runs: 1,
      is: ['shares_incomplete', 'sizes.option_shares.1'],
    },
    {
      reason: 'a stratum without anybody',
      design: aDesign(factors(1)),
      sizes: { option_shares: [[0, 0]] },
      runs: 1,
      is: ['shares_all_zero', 'sizes.option_shares.0'],
    },
    {
      reason: 'packs of one group of two',
      design: simple(1, 1),
      sizes: { packs: [4] },
      runs: 1,
      is: ['packs_incomplete', 'sizes.packs'],
    },
    {
      reason: 'packs of cells',
      design: aDesign(crossed([1, 1], [1, 1, 1])),
      sizes: { packs: [1, 1, 1, 1, 1, 1] },
      runs: 1,
      is: ['packs_incomplete', 'sizes.packs'],
    },
    {
      reason: 'an urn for each of 100,000 strata',
      design: aDesign({ randomisation_method_id: 2, ...wide(10, 5) }),
      sizes: {},
      runs: 1,
      is: ['too_many_strata', 'design.trial_strata'],
    },
  ])('is $reason', ({ design, sizes, runs, is: [code, field] }) => {
    expect(planSimulation(design, sizesOf(sizes), runs)).toEqual({ ok: false, refusal: { code, field } })
  })

  it.each([
    { says: 'as many participants as may be', design: simple(1, 1), sizes: { participants: 2000 }, runs: 10_000 },
    {
      says: 'packs of the groups of both factors',
      design: aDesign(crossed([1, 1], [1, 1, 1])),
      sizes: { packs: [1, 1, 1, 1, 1] },
      runs: 1,
    },
    {
      says: 'a minimisation over strata that combine to 10^30',
      design: aDesign({ randomisation_method_id: 3, ...wide(10, 30) }),
      sizes: {},
      runs: 1,
    },
    {
      says: 'strata that are recorded and not used',
      design: aDesign({ randomisation_method_id: 2, ...wide(10, 9), is_stratified: false }),
      sizes: {},
      runs: 1,
    },
  ])('is not $says', ({ design, sizes, runs }) => {
    expect(planSimulation(design, sizesOf(sizes), runs).ok).toBe(true)
  })
})
