import type { MethodSettings } from '#domain/trials/method-setting'
import type { RandomisationMethodName } from '#domain/trials/trial-methods'

/** Valid settings of each method for two equal groups. They differ from the usual ones and from all other words. */
export const SETTINGS_OF_METHODS: Readonly<Record<RandomisationMethodName, Partial<MethodSettings>>> = {
  standard: {},
  blocked: { block_size_min: 14, block_size_max: 18 },
  chosen_blocks: { chosen_block_sizes: '34:1,38:3' },
  urn: { urn_initial: 13, urn_alpha: 17, urn_beta: 19 },
  minimisation: { minimisation_measure: 'range', minimisation_probability: 83 },
  big_stick: { big_stick_limit: 13 },
  biased_coin: { biased_coin_limit: 13, biased_coin_chance: 17, biased_coin_out_of: 23 },
  efron: { efron_chance: 17, efron_out_of: 23 },
  maximal: { maximal_limit: 13, maximal_length: 46 },
  list: {},
}
