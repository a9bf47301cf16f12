import { settingsInUse, type MethodSettingName, type MethodSettings } from '#domain/trials/method-setting'
import { METHOD_SETTINGS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { MEASURE_WORDS } from '../../../ui/measure-words'
import type { Explanation } from './explanation'

/** The settings of a trial as its viewer sees them. */
type ShownSettings = { readonly [Setting in MethodSettingName]?: MethodSettings[Setting] | null | undefined } & {
  readonly is_site_stratified?: boolean | undefined
}

/** A setting by its name, in words; null where it is hidden or not set. */
type Reading = readonly [name: string, value: string | null]

type MethodPresentation = {
  /** The effect of the method. */
  help: string
  /** Shown below its settings, which then stand beside the method itself; null: they are among the advanced ones. */
  note: string | null
  layout: 'settings' | 'pair'
  /** Its settings in a few words, after its title. */
  inBrief: (settings: MethodSettings) => string
  readings: (shown: ShownSettings) => readonly Reading[]
}

const number = (value: unknown): string | null => (typeof value === 'number' ? String(value) : null)

/** The fraction if there is one, else the percentage. */
const probabilityWords = ({
  minimisation_fraction: fraction,
  minimisation_probability: percent,
}: ShownSettings): string | null => fraction ?? (typeof percent === 'number' ? `${percent}%` : null)

const readByTitle =
  (method: RandomisationMethodName): MethodPresentation['readings'] =>
  (shown) =>
    settingsInUse(method, { is_site_stratified: shown.is_site_stratified === true }).map((setting) => [
      METHOD_SETTINGS[setting].title,
      number(shown[setting]),
    ])

/** The words for each randomisation method. */
export const METHOD_PRESENTATION: Readonly<Record<RandomisationMethodName, MethodPresentation>> = {
  standard: {
    help: 'Simple (unrestricted) randomisation: each allocation is independent, like tossing a coin. Strata are used only where the ratio differs by one.',
    note: null,
    layout: 'settings',
    inBrief: () => '',
    readings: readByTitle('standard'),
  },
  blocked: {
    help: 'Permuted blocks: each full block has the study groups in their ratio.',
    note: 'Block sizes vary at random between these limits, in multiples of the sum of the weights.',
    layout: 'pair',
    inBrief: ({ block_size_min: least, block_size_max: most }) =>
      least === most ? `, size ${least}` : `, sizes ${least} to ${most}`,
    readings: ({ block_size_min: least, block_size_max: most }) => [
      ['Block sizes', typeof least === 'number' && typeof most === 'number' ? `${least} to ${most}` : null],
    ],
  },
  urn: {
    help: 'Wei’s urn UD(α, β): the group that is behind is more likely. Balance is forced early; later it tends to simple randomisation.',
    note: null,
    layout: 'settings',
    inBrief: ({ urn_initial, urn_alpha, urn_beta }) => ` (${urn_initial}, ${urn_alpha}, ${urn_beta})`,
    readings: readByTitle('urn'),
  },
  minimisation: {
    help: 'Biased-coin minimisation (Pocock and Simon): the arm that balances strata and sites best has the probability below.',
    note: null,
    layout: 'settings',
    // No probability where it follows from the number of arms.
    inBrief: ({ minimisation_measure: measure, ...of }) => {
      const probability = probabilityWords(of)
      return probability === null ? `, ${measure}` : `, ${measure}, ${probability}`
    },
    readings: ({ minimisation_measure: measure, ...shown }) => [
      ['Measure of imbalance', measure ? MEASURE_WORDS[measure] : null],
      ['Probability', probabilityWords(shown)],
      ['Weight of the site', shown.is_site_stratified === true ? number(shown.minimisation_site_weight) : null],
    ],
  },
  big_stick: {
    help: 'Big stick (Soares and Wu): a coin for two equal groups. Once they differ by the number below, the smaller is next.',
    note: 'The difference is counted in the whole trial, or in each combination of strata and sites.',
    layout: 'settings',
    inBrief: ({ big_stick_limit }) => `, ${big_stick_limit} apart at most`,
    readings: readByTitle('big_stick'),
  },
  biased_coin: {
    help: 'Biased coin (Chen): it favours the smaller of two equal groups. At the tolerated difference the smaller is next.',
    note: 'The difference is counted in the whole trial, or in each combination of strata and sites.',
    layout: 'settings',
    inBrief: ({ biased_coin_limit, biased_coin_chance, biased_coin_out_of }) =>
      `, ${biased_coin_chance}/${biased_coin_out_of}, ${biased_coin_limit} apart at most`,
    readings: readByTitle('biased_coin'),
  },
  efron: {
    help: 'Efron’s biased coin: it favours the smaller of two equal groups, by however much they differ.',
    note: 'The difference is counted in the whole trial, or in each combination of strata and sites.',
    layout: 'pair',
    inBrief: ({ efron_chance, efron_out_of }) => `, ${efron_chance}/${efron_out_of}`,
    readings: readByTitle('efron'),
  },
  maximal: {
    help: 'Maximal procedure (Berger, Ivanova and Knoll): each sequence within the greatest difference is as likely as any other.',
    note: 'After each sequence two equal groups have as many. It is drawn in the whole trial, or in each combination of strata and sites.',
    layout: 'settings',
    inBrief: ({ maximal_limit, maximal_length }) => `, ${maximal_limit} apart at most, length ${maximal_length}`,
    readings: readByTitle('maximal'),
  },
  chosen_blocks: {
    help: 'Permuted blocks: each full block has the study groups in their ratio. The size of each block is drawn from your list.',
    note: 'A size with the chance 3 is drawn three times as often as one with the chance 1.',
    layout: 'settings',
    inBrief: ({ chosen_block_sizes: sizes }) => (sizes === null ? '' : `, sizes ${sizes}`),
    readings: ({ chosen_block_sizes: sizes }) => [[METHOD_SETTINGS.chosen_block_sizes.title, sizes ?? null]],
  },
  list: {
    help: 'A list that a statistician made elsewhere. Each participant gets the next row of it, or of their stratum.',
    note: 'After saving, name who makes the list. That person may never see the participants of this trial.',
    layout: 'settings',
    inBrief: () => '',
    readings: readByTitle('list'),
  },
}

type SettingPresentation = { explanation: Explanation; label?: string; isOptional?: boolean }

/** The words at a setting's field besides its title. */
export const SETTING_PRESENTATION: Readonly<Record<MethodSettingName, SettingPresentation>> = {
  block_size_min: {
    explanation: {
      says: 'The smallest block.',
      example: '4, for two equal groups',
      allocation: 'After each full block the groups are in their ratio.',
    },
  },
  block_size_max: {
    label: 'to',
    explanation: {
      says: 'The largest block.',
      example: '8, for two equal groups',
      allocation: 'Where sizes vary, the next group is harder to guess.',
    },
  },
  urn_initial: {
    explanation: {
      says: 'w of UD(w, α, β), for each arm.',
      example: '1',
      allocation: 'With more balls the first draws are closer to simple randomisation.',
    },
  },
  urn_alpha: {
    label: 'Added, group drawn',
    explanation: { says: 'α of UD(w, α, β).', example: '0', allocation: 'A higher number weakens the balance.' },
  },
  urn_beta: {
    label: 'Added, each other',
    explanation: {
      says: 'β of UD(w, α, β), for each arm.',
      example: '1',
      allocation: 'A higher number strengthens the balance.',
    },
  },
  minimisation_measure: {
    explanation: {
      says: 'How far apart the arms are in each factor.',
      example: 'Range, the largest count less the smallest',
      allocation: 'The arm that leaves the least imbalance is favoured.',
    },
  },
  minimisation_probability: {
    explanation: {
      says: 'For the arm that balances best. A group of weight 2 has 2 arms, so its own chance differs.',
      example: '80; leave it empty for 80, or more with many groups',
      allocation: 'At 100 the next group can often be foreseen.',
    },
    isOptional: true,
  },
  minimisation_fraction: {
    explanation: {
      says: 'The same as a fraction. It holds instead of the percent.',
      example: '2/3; leave it empty for the percent',
      allocation: 'The chance is exactly this one.',
    },
    isOptional: true,
  },
  minimisation_site_weight: {
    explanation: {
      says: 'The weight of the site relative to the strata.',
      example: '2, where a site counts as two strata',
      allocation: 'A higher weight balances each site more closely.',
    },
  },
  big_stick_limit: {
    explanation: {
      says: 'How many more one group may have than the other.',
      example: '3',
      allocation: 'At a higher number the next group is harder to guess, and the groups differ more.',
    },
  },
  biased_coin_limit: {
    explanation: {
      says: 'How far a group may be ahead before the other is next.',
      example: '3',
      allocation: 'At this difference no coin is tossed, and the next group is certain.',
    },
  },
  biased_coin_chance: {
    explanation: {
      says: 'How often the coin shows the smaller group, out of the number below.',
      example: '2, for 2 out of 3',
      allocation: 'A larger chance balances more, and is easier to guess.',
    },
  },
  biased_coin_out_of: {
    explanation: {
      says: 'The chance is the number above out of this one.',
      example: '3, for 2 out of 3',
      allocation: 'The chance must be above a half and below 1.',
    },
  },
  efron_chance: {
    explanation: {
      says: 'How often the coin shows the smaller group.',
      example: '2, for 2 out of 3',
      allocation: 'A larger chance balances more, and is easier to guess.',
    },
  },
  efron_out_of: {
    label: 'out of',
    explanation: {
      says: 'The probability is the other number out of this one.',
      example: '3, for 2 out of 3',
      allocation: 'The probability must be above a half and below 1.',
    },
  },
  maximal_limit: {
    explanation: {
      says: 'How far the groups may be apart within a sequence.',
      example: '3',
      allocation: 'At a higher number there are more sequences, and the next group is harder to guess.',
    },
  },
  maximal_length: {
    explanation: {
      says: 'After so many participants the groups are equal, and a new sequence begins.',
      example: '50, an even number',
      allocation: 'In a longer sequence fewer allocations are certain.',
    },
  },
  chosen_block_sizes: {
    explanation: {
      says: 'Each block size, and its chance after a colon.',
      example: '4:1, 8:3; for equal chances 4, 8',
      allocation: 'The less often a short block is drawn, the fewer allocations are certain.',
    },
  },
}
