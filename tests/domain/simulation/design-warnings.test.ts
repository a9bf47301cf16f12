import { designWarnings } from '#domain/simulation/design-warnings'
import { guessWarnings } from '#domain/simulation/guess-warnings'
import { describe, expect, it } from 'vitest'
import {
  aDesign,
  biasedCoin,
  bigStick,
  blocks,
  chosenBlocks,
  efron,
  maximal,
  minimised,
  simple,
  urn,
} from '../randomisation/designs'

const inStrata = (...options: readonly number[]) => ({
  is_stratified: true,
  trial_strata: options.map((count, stratum) => ({
    id: stratum + 1,
    option_ids: Array.from({ length: count }, (_, option) => option + 1),
  })),
})
const blocked = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 8 }
const USUAL = { participants: 400, sites: 5 }

describe('a design gets a warning', () => {
  it('for few in a stratum only where participants are expected', () => {
    const nobody = { participants: 0, sites: 5 }
    expect(designWarnings(aDesign({ ...blocked, ...inStrata(8, 8) }), nobody)).toEqual([])
  })

  it.each([
    { of: 'one open group', design: simple(1, 0), codes: ['one_open_group'] },
    { of: 'blocks of 4 alone', design: blocks(4, 4, 1, 1), codes: ['fixed_block_size'] },
    { of: 'blocks of 2 alone', design: blocks(2, 2, 1, 1), codes: ['fixed_block_size', 'smallest_blocks'] },
    { of: 'chosen blocks of 6 alone', design: chosenBlocks('6:2'), codes: ['fixed_block_size'] },
    { of: 'chosen blocks of 2 and 8', design: chosenBlocks('2, 8:5'), codes: ['smallest_blocks'] },
    { of: 'blocks of 2, 4, 6', design: blocks(2, 6, 1, 1), codes: ['smallest_blocks'] },
    { of: 'blocks of 3 at 2 : 1', design: blocks(3, 3, 2, 1), codes: ['fixed_block_size', 'smallest_blocks'] },
    {
      of: 'blocks of every site',
      design: aDesign({ ...blocked, is_site_stratified: true }),
      codes: ['site_keeps_count'],
    },
    { of: 'blocks in too many strata', design: aDesign({ ...blocked, ...inStrata(8, 8) }), codes: ['few_per_stratum'] },
    {
      of: 'an urn in too many strata',
      design: aDesign({ randomisation_method_id: 2, ...inStrata(9, 9, 9) }),
      codes: ['few_per_stratum'],
    },
    {
      of: 'a stratum of many options',
      design: aDesign({ ...blocked, ...inStrata(11) }),
      codes: ['stratum_with_many_options'],
    },
    { of: 'an urn that favours the larger group', design: urn([1, 1, 0], 1, 1), codes: ['urn_favours_larger'] },
    {
      of: 'a minimisation without chance',
      design: minimised([1, 1], { minimisation_probability: 100 }),
      codes: ['minimisation_certain'],
    },
    {
      of: 'a minimisation with hardly any',
      design: minimised([1, 1], { minimisation_probability: 95 }),
      codes: ['minimisation_nearly_certain'],
    },
    { of: 'the big stick of 1', design: bigStick(1), codes: ['narrow_limit'] },
    { of: 'the big stick of 2', design: bigStick(2), codes: ['narrow_limit'] },
    {
      of: 'the big stick of every site',
      design: aDesign({ randomisation_method_id: 5, is_site_stratified: true }),
      codes: ['site_keeps_count'],
    },
    { of: 'the biased coin of 1', design: biasedCoin(1, [2, 3]), codes: ['narrow_limit'] },
    { of: 'the biased coin that is hardly one', design: biasedCoin(4, [95, 100]), codes: ['coin_nearly_certain'] },
    { of: 'Efron’s coin that is hardly one', design: efron(19, 20), codes: ['coin_nearly_certain'] },
    {
      of: 'Efron’s coin of every site in too many strata',
      design: aDesign({ randomisation_method_id: 7, is_site_stratified: true, ...inStrata(5, 6) }),
      codes: ['site_keeps_count', 'few_per_stratum'],
    },
    { of: 'the maximal procedure of 1', design: maximal(1, 50), codes: ['narrow_limit'] },
    { of: 'the maximal procedure in short sequences', design: maximal(3, 6), codes: ['narrow_limit'] },
    { of: 'the big stick that is never used', design: bigStick(21), codes: ['limit_seldom_reached'] },
    {
      of: 'the big stick in too many strata',
      design: aDesign({ randomisation_method_id: 5, ...inStrata(8, 8) }),
      codes: ['few_per_stratum'],
    },
    {
      of: 'strata that are to be balanced and are none',
      design: aDesign({ ...blocked, is_stratified: true }),
      codes: ['stratified_without_strata'],
    },
    {
      of: 'a block above the sample size',
      design: blocks(4, 401, 1, 1),
      expected: { participants: 398, sites: 5 },
      codes: ['block_above_sample_size'],
    },
    { of: 'a block of the sample size', design: blocks(4, 400, 1, 1), codes: [] },
    {
      of: 'a minimisation of more levels than participants',
      design: aDesign({ randomisation_method_id: 3, ...inStrata(5, 5, 5, 5) }),
      expected: { participants: 19, sites: 1 },
      codes: ['more_levels_than_participants'],
    },
    {
      of: 'as many levels as participants',
      design: aDesign({ randomisation_method_id: 3, ...inStrata(5, 5, 5, 5) }),
      expected: { participants: 20, sites: 1 },
      codes: [],
    },
    {
      of: 'one cluster at each site, the only factor',
      design: aDesign({ allocation_method_id: 2, randomisation_method_id: 3, is_site_stratified: true }),
      expected: { participants: 12, sites: 12 },
      codes: ['cluster_by_site_alone'],
    },
    {
      of: 'several at each site, the only factor',
      design: aDesign({ allocation_method_id: 2, randomisation_method_id: 3, is_site_stratified: true }),
      expected: { participants: 24, sites: 12 },
      codes: [],
    },
  ])('for $of', ({ design, codes, expected = USUAL }) => {
    const warnings = designWarnings(design, expected)
    expect(warnings.map(({ code }) => code)).toEqual(codes)
    for (const { message } of warnings) expect(message).toMatch(/^[A-Z][^\n]+\.$/)
  })

  it.each([
    { of: 'simple randomisation', design: simple(1, 1) },
    { of: 'blocks of 4, 6, 8', design: blocks(4, 8, 1, 1) },
    { of: 'blocks in few strata', design: aDesign({ ...blocked, ...inStrata(2, 2) }) },
    { of: 'strata that are not used', design: aDesign({ ...blocked, ...inStrata(50, 50), is_stratified: false }) },
    { of: 'the urn', design: urn([1, 0, 1], 1, 1) },
    { of: 'the big stick of 3', design: bigStick(3) },
    { of: 'chosen blocks of 4 and 8', design: chosenBlocks('4, 8:3') },
    { of: 'the maximal procedure of 3', design: maximal(3, 50) },
    { of: 'the biased coin of 2', design: biasedCoin(2, [2, 3]) },
    { of: 'Efron’s coin', design: efron(2, 3) },
    { of: 'the big stick as wide as it may be used', design: bigStick(20) },
    { of: 'a minimisation over many options', design: aDesign({ randomisation_method_id: 3, ...inStrata(50, 50) }) },
  ])('not for $of', ({ design }) => {
    expect(designWarnings(design, USUAL)).toEqual([])
  })

  it('with its own numbers', () => {
    const [fixed] = designWarnings(blocks(4, 4, 1, 1), USUAL)
    expect(fixed?.message).toContain('exactly 4 participants')
    expect(fixed?.message).toContain('from 4 to 8')
    expect(designWarnings(bigStick(2), USUAL)[0]?.message).toContain('about 25% of allocations')
    expect(designWarnings(biasedCoin(1, [3, 4]), USUAL)[0]?.message).toContain('about 50% of allocations')
    const [few] = designWarnings(aDesign({ ...blocked, ...inStrata(8, 8) }), { participants: 100, sites: 1 })
    expect(few?.message).toContain('64 combinations of strata and sites for 100 participants, 1.6 for each')
  })
})

describe('guesses get a warning', () => {
  const NOTHING_CERTAIN = { trial_certain: 0, site_certain: 0 }
  const codes = (trial_guesser: number, site_guesser: number, unseeing_guesser = 0.5) =>
    guessWarnings({ trial_guesser, site_guesser, unseeing_guesser, ...NOTHING_CERTAIN }).map(({ code }) => code)

  it.each([
    { trial: 0.5, site: 0.5, is: [] },
    { trial: 0.69, site: 0.59, is: [] },
    { trial: 0.71, site: 0.51, is: ['easily_guessed'] },
    { trial: 0.71, site: 0.71, is: ['easily_guessed_at_site', 'easily_guessed'] },
    { trial: 0.65, site: 0.61, is: ['easily_guessed_at_site'] },
  ])('at $trial in the trial and $site at a site: $is', ({ trial, site, is }) => {
    expect(codes(trial, site)).toEqual(is)
  })

  it('beside the rate of a guesser without knowledge', () => {
    expect(codes(0.8, 0.7, 0.75)).toEqual([])
    const shares = { trial_guesser: 0.708, site_guesser: 0.5, unseeing_guesser: 0.5, ...NOTHING_CERTAIN }
    expect(guessWarnings(shares)[0]?.message).toBe(
      'Someone who sees every allocation would guess 71% of them correctly. By chance it would be 50%.',
    )
  })

  it.each([
    { trial: 0.19, site: 0.09, unseeing: 0.8, is: [] },
    { trial: 0.44, site: 0.09, unseeing: 0.8, is: ['easily_guessed'] },
    { trial: 0.1, site: 0.1, unseeing: 0.8, is: ['easily_guessed_at_site'] },
    { trial: 1, site: 1, unseeing: 1, is: [] },
  ])('at $trial certain in the trial and $site at a site: $is', ({ trial, site, unseeing, is }) => {
    const shares = { trial_guesser: unseeing, site_guesser: unseeing, unseeing_guesser: unseeing }
    const warnings = guessWarnings({ ...shares, trial_certain: trial, site_certain: site })
    expect(warnings.map(({ code }) => code)).toEqual(is)
    for (const { message } of warnings) expect(message).toMatch(/ They would know \d+% for certain\. /)
  })
})
