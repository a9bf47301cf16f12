import fc from 'fast-check'
import type { DesignSetup } from '#domain/randomisation/design-setup'
import {
  ALLOCATION_METHODS,
  FACTORIAL_LEVELS,
  MINIMISATION_MEASURES,
  DRAWING_METHODS,
} from '#domain/trials/trial-methods'

const someGroups = (factorialLevel: number | null) =>
  fc.array(fc.record({ id: fc.nat(900), weight: fc.nat(4), factorial_level: fc.constant(factorialLevel) }), {
    minLength: 2,
    maxLength: 4,
  })

/** Settings of every method and design, many valid and some invalid. */
export const someSettings: fc.Arbitrary<DesignSetup> = fc.constantFrom(...ALLOCATION_METHODS).chain(({ id, name }) =>
  fc.record({
    allocation_method_id: fc.constant(id),
    randomisation_method_id: fc.constantFrom(...DRAWING_METHODS.map((method) => method.id)),
    study_groups:
      name === 'factorial'
        ? fc.tuple(...FACTORIAL_LEVELS.map(someGroups)).map((factors) => factors.flat())
        : someGroups(null),
    is_stratified: fc.boolean(),
    is_site_stratified: fc.boolean(),
    exclude_flagged_participants: fc.boolean(),
    block_size_min: fc.integer({ min: 1, max: 12 }),
    block_size_max: fc.integer({ min: 12, max: 80 }),
    urn_initial: fc.integer({ min: 1, max: 4 }),
    urn_alpha: fc.nat(3),
    urn_beta: fc.nat(3),
    minimisation_measure: fc.constantFrom(...MINIMISATION_MEASURES),
    minimisation_probability: fc.option(fc.integer({ min: 95, max: 100 })),
    minimisation_fraction: fc.constantFrom(null, null, '997/999', '19/20'),
    minimisation_site_weight: fc.integer({ min: 1, max: 3 }),
    big_stick_limit: fc.integer({ min: 1, max: 4 }),
    biased_coin_limit: fc.integer({ min: 1, max: 4 }),
    biased_coin_chance: fc.integer({ min: 3, max: 5 }),
    biased_coin_out_of: fc.integer({ min: 5, max: 6 }),
    efron_chance: fc.integer({ min: 3, max: 5 }),
    efron_out_of: fc.integer({ min: 5, max: 6 }),
    maximal_limit: fc.integer({ min: 1, max: 4 }),
    maximal_length: fc.constantFrom(2, 6, 10, 50),
    chosen_block_sizes: fc.constantFrom('12, 24', '60:1,12:3', '36', '24:2,720:1'),
    trial_strata: fc.array(
      fc.record({
        id: fc.nat(900),
        option_ids: fc.uniqueArray(fc.nat(900), { minLength: 1, maxLength: 3 }),
        minimisation_weight: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 3 },
    ),
  }),
)
