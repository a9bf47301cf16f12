import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { validateDesign } from '#domain/randomisation/validate-design'
import { crossed, settings, weighted, type NamedSettings } from '../domain/randomisation/designs'
import { startStory } from './ledger-story'
import { verdictOn } from './run-verifier'

/**
 * Two programs without common code: the verifier repeats every draw that the engine makes and records, for every
 * design.
 */

const weight = fc.integer({ min: 0, max: 6 })
/** As many weights as there can be groups. */
const ratio = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 6, maxLength: 6 })
const factor = fc.array(weight, { minLength: 2, maxLength: 3 })
const groups: fc.Arbitrary<NamedSettings & Required<Pick<NamedSettings, 'study_groups'>>> = fc.oneof(
  fc.array(weight, { minLength: 1, maxLength: 4 }).map((weights) => ({ study_groups: weighted(...weights) })),
  fc.tuple(factor, factor).map(([first, second]) => crossed(first, second)),
)

const design: fc.Arbitrary<NamedSettings> = fc
  .tuple(
    groups,
    fc.record({
      randomisation_method_id: fc.integer({ min: 1, max: 9 }),
      is_stratified: fc.boolean(),
      is_site_stratified: fc.boolean(),
      exclude_flagged_participants: fc.boolean(),
      block_size_min: fc.integer({ min: 1, max: 10 }),
      urn_initial: fc.integer({ min: 1, max: 9 }),
      urn_alpha: fc.integer({ min: 0, max: 9 }),
      urn_beta: fc.integer({ min: 0, max: 9 }),
      minimisation_measure: fc.constantFrom('variance' as const, 'range' as const),
      minimisation_probability: fc.constantFrom(null, 99, 100),
      minimisation_fraction: fc.constantFrom(null, '98/99', '1000/1000', '899/900'),
      minimisation_site_weight: fc.integer({ min: 1, max: 9 }),
      big_stick_limit: fc.integer({ min: 1, max: 5 }),
      biased_coin_limit: fc.integer({ min: 1, max: 5 }),
      biased_coin_chance: fc.integer({ min: 4, max: 6 }),
      biased_coin_out_of: fc.integer({ min: 7, max: 9 }),
      efron_chance: fc.integer({ min: 4, max: 6 }),
      efron_out_of: fc.integer({ min: 7, max: 9 }),
      maximal_limit: fc.integer({ min: 1, max: 5 }),
      maximal_length: fc.integer({ min: 1, max: 25 }).map((half) => 2 * half),
    }),
    fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    fc.option(fc.tuple(ratio, ratio)),
  )
  .map(([of, more, weights, ratios]) => ({
    ...of,
    ...more,
    block_size_max: 120,
    chosen_block_sizes: '60:2, 120:4, 840',
    trial_strata: weights.map((minimisation_weight, index) => ({
      id: index + 1,
      option_ids: [10 * (index + 1) + 1, 10 * (index + 1) + 2],
      // The ratio may differ by the last stratum, where the method allows it.
      option_ratios:
        ratios === null || index < weights.length - 1
          ? []
          : ratios.map((one) => one.slice(0, of.study_groups.length).join(':')),
      minimisation_weight,
    })),
  }))

const participant = fc.record({
  site: fc.integer({ min: 1, max: 3 }),
  levels: fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 2 }))),
  isFlagged: fc.boolean(),
  level: fc.integer({ min: 1, max: 4 }),
})

it('for any design, any participants and any flags', () => {
  fc.assert(
    fc.property(design, fc.array(participant, { minLength: 5, maxLength: 25 }), (named, participants) => {
      fc.pre(validateDesign(settings(named)).ok)
      const story = startStory(named)
      const strata = named.trial_strata?.length ?? 0
      for (const [index, { site, levels, isFlagged, level }] of participants.entries()) {
        story.draw(
          site,
          levels.slice(0, strata).map((option, stratum) => [stratum + 1, 10 * (stratum + 1) + option]),
        )
        if (isFlagged) story.flag(index + 1, level)
        if (isFlagged && site === 1) story.unflag(index + 1, levels[0] === 1 ? 3 : 2)
      }
      expect(verdictOn(story.reveal().ledger()).wrong).toBeNull()
    }),
    { numRuns: 300 },
  )
})
