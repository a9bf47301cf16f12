import { CHOSEN_SIZES_TEXT } from './chosen-sizes-text'
import { FRACTION_TEXT } from './fraction-text'

/** The measures of imbalance of a minimisation over the arms (src/specification/rct-alloc-1.md#minimisation). */
export const MINIMISATION_MEASURES = ['variance', 'range'] as const

/** The most that a block, a setting of the urn or a weight of the minimisation may be. */
const MAX_SETTING = 1000

/** The facts about a randomisation method besides its draw (decision 0059). */
type MethodRow = {
  readonly id: number
  readonly name: string
  readonly title: string
  /** Only recorded, each combination drawn separately, or weighed against each other. */
  readonly strata: 'recorded' | 'separate' | 'weighed'
  /** Whether it draws by how many participants each arm has, so that flags move its counts. */
  readonly is_counting: boolean
  /** Whether the ratio may differ by the option of a stratum: any ratio can be drawn, by what belongs to one stratum key (decision 0108). */
  readonly has_ratios: boolean
  /** By the names under which they are sent and stored, in the order of the form. */
  readonly settings: Readonly<Record<string, SettingRow>>
}

/** A whole number within limits, one of some choices, or a text of one form. `usual` is the default. */
type SettingRow = { readonly title: string } & (
  | { readonly min: number; readonly max: number; readonly usual: number | null; readonly weighs?: 'site' }
  | { readonly choices: readonly string[]; readonly usual: string }
  | {
      readonly form: RegExp
      readonly says: string
      readonly longest: number
      readonly usual: null
      readonly holds_instead_of?: string
    }
)

const BLOCKED = {
  id: 1,
  name: 'blocked',
  title: 'Blocked',
  strata: 'separate',
  is_counting: false,
  has_ratios: true,
  settings: {
    // In participants, both ends included; null: none.
    block_size_min: { title: 'Block size from', min: 1, max: MAX_SETTING, usual: null },
    block_size_max: { title: 'Block size to', min: 1, max: MAX_SETTING, usual: null },
  },
} as const satisfies MethodRow

const URN = {
  id: 2,
  name: 'urn',
  title: 'Urn',
  strata: 'separate',
  is_counting: true,
  has_ratios: true,
  settings: {
    // UD(w0, α, β): balls of each virtual arm at first, added to the arm drawn, added to each arm.
    urn_initial: { title: 'Initial balls', min: 1, max: MAX_SETTING, usual: 1 },
    urn_alpha: { title: 'Balls added for the group drawn', min: 0, max: MAX_SETTING, usual: 0 },
    urn_beta: { title: 'Balls added for each other group', min: 0, max: MAX_SETTING, usual: 1 },
  },
} as const satisfies MethodRow

const MINIMISATION = {
  id: 3,
  name: 'minimisation',
  title: 'Minimisation',
  strata: 'weighed',
  is_counting: true,
  has_ratios: false,
  settings: {
    minimisation_measure: { title: 'Measure of imbalance', choices: MINIMISATION_MEASURES, usual: 'variance' },
    // How often an arm of least imbalance is drawn; null: by the number of arms.
    minimisation_probability: { title: 'Probability, percent', min: 1, max: 100, usual: null },
    minimisation_fraction: {
      title: 'Probability as a fraction',
      form: FRACTION_TEXT,
      says: 'Write a fraction, such as 2/3',
      longest: 11,
      usual: null,
      holds_instead_of: 'minimisation_probability',
    },
    // Used where the design is stratified by site, and there one of its factors.
    minimisation_site_weight: { title: 'Weight of the site', min: 1, max: MAX_SETTING, usual: 1, weighs: 'site' },
  },
} as const satisfies MethodRow

const STANDARD = {
  id: 4,
  name: 'standard',
  title: 'Standard',
  strata: 'recorded',
  is_counting: false,
  has_ratios: true,
  settings: {},
} as const satisfies MethodRow

const BIG_STICK = {
  id: 5,
  name: 'big_stick',
  title: 'Big stick',
  strata: 'separate',
  is_counting: true,
  has_ratios: false,
  settings: {
    // How many more one group may have than the other.
    big_stick_limit: { title: 'Largest difference', min: 1, max: MAX_SETTING, usual: 3 },
  },
} as const satisfies MethodRow

const BIASED_COIN = {
  id: 6,
  name: 'biased_coin',
  title: 'Biased coin with tolerance',
  strata: 'separate',
  is_counting: true,
  has_ratios: false,
  settings: {
    biased_coin_limit: { title: 'Tolerated difference', min: 1, max: MAX_SETTING, usual: 3 },
    // The chance of the group that is behind is the one number out of the other: between a half and 1.
    biased_coin_chance: { title: 'Chance of the smaller group', min: 1, max: MAX_SETTING, usual: 2 },
    biased_coin_out_of: { title: 'Chance is out of', min: 1, max: MAX_SETTING, usual: 3 },
  },
} as const satisfies MethodRow

const EFRON = {
  id: 7,
  name: 'efron',
  title: 'Efron’s biased coin',
  strata: 'separate',
  is_counting: true,
  has_ratios: false,
  settings: {
    efron_chance: { title: 'Chance of the smaller group', min: 1, max: MAX_SETTING, usual: 2 },
    efron_out_of: { title: 'Chance is out of', min: 1, max: MAX_SETTING, usual: 3 },
  },
} as const satisfies MethodRow

const MAXIMAL = {
  id: 8,
  name: 'maximal',
  title: 'Maximal procedure',
  strata: 'separate',
  is_counting: false,
  has_ratios: false,
  settings: {
    maximal_limit: { title: 'Greatest difference', min: 1, max: MAX_SETTING, usual: 3 },
    // In participants, after which the groups are equal; even. More would make more sequences than a draw can count exactly.
    maximal_length: { title: 'Length of a sequence', min: 2, max: 50, usual: 50 },
  },
} as const satisfies MethodRow

const CHOSEN_BLOCKS = {
  id: 9,
  name: 'chosen_blocks',
  title: 'Blocked, chosen sizes',
  strata: 'separate',
  is_counting: false,
  has_ratios: true,
  settings: {
    chosen_block_sizes: {
      title: 'Sizes with their chances',
      form: CHOSEN_SIZES_TEXT,
      says: 'Write each size, and its chance after a colon: 4:1, 8:3',
      longest: 200,
      usual: null,
    },
  },
} as const satisfies MethodRow

/** Rows made elsewhere by a person who sees no participant, used in their order (decision 0103). */
const LIST = {
  id: 10,
  name: 'list',
  title: 'Uploaded list',
  strata: 'separate',
  is_counting: false,
  has_ratios: false,
  settings: {},
} as const satisfies MethodRow

/** How the next group is found (form field `randomisation_method_id`). */
export const RANDOMISATION_METHODS = [
  BLOCKED,
  URN,
  MINIMISATION,
  STANDARD,
  BIG_STICK,
  BIASED_COIN,
  EFRON,
  MAXIMAL,
  CHOSEN_BLOCKS,
  LIST,
] as const

/** The settings of all methods (src/specification/rct-alloc-1.md#settings-and-their-defaults). */
export const METHOD_SETTINGS: MethodSettingTable = {
  ...BLOCKED.settings,
  ...URN.settings,
  ...MINIMISATION.settings,
  ...BIG_STICK.settings,
  ...BIASED_COIN.settings,
  ...EFRON.settings,
  ...MAXIMAL.settings,
  ...CHOSEN_BLOCKS.settings,
}

/** The meaning of a drawn group for the participant (form field `allocation_method_id`). */
export const ALLOCATION_METHODS = [
  { id: 1, name: 'parallel', title: 'Parallel' },
  { id: 2, name: 'cluster', title: 'Cluster' },
  { id: 3, name: 'crossover', title: 'Crossover' },
  { id: 4, name: 'factorial', title: 'Factorial' },
] as const

/** The factors of a factorial trial: the values of a study group's `factorial_level`. */
export const FACTORIAL_LEVELS = [1, 2] as const

export type RandomisationMethod = (typeof RANDOMISATION_METHODS)[number]
export type RandomisationMethodName = RandomisationMethod['name']
/** The methods whose ratio may differ by the option of a stratum. */
export type RatioMethodName = Extract<RandomisationMethod, { has_ratios: true }>['name']
export type AllocationMethod = (typeof ALLOCATION_METHODS)[number]
export type MinimisationMeasure = (typeof MINIMISATION_MEASURES)[number]

export type SettingsOf<Method extends RandomisationMethodName> = Extract<
  RandomisationMethod,
  { name: Method }
>['settings']

/** Every setting by its name: no two methods have one of the same name. */
export type MethodSettingTable = {
  readonly [Setting in { [M in RandomisationMethodName]: keyof SettingsOf<M> }[RandomisationMethodName]]: {
    [M in RandomisationMethodName]: Setting extends keyof SettingsOf<M> ? SettingsOf<M>[Setting] : never
  }[RandomisationMethodName]
}

export const allocationMethodOfId = (id: number): AllocationMethod | undefined =>
  ALLOCATION_METHODS.find((method) => method.id === id)

export const randomisationMethodOfId = (id: number): RandomisationMethod | undefined =>
  RANDOMISATION_METHODS.find((method) => method.id === id)

/** Whether draws by a method depend on strata and sites where the design is stratified; else these are only recorded. */
export const usesStrata = (name: RandomisationMethodName): boolean =>
  RANDOMISATION_METHODS.some((method) => method.name === name && method.strata !== 'recorded')

/** Whether the ratio of a design by this method may differ by the option of a stratum. */
export const isRatioMethod = (name: RandomisationMethodName): name is RatioMethodName =>
  RANDOMISATION_METHODS.some((method) => method.name === name && method.has_ratios)

/** The methods that draw, so that trials by them can be simulated. */
export const DRAWING_METHODS = RANDOMISATION_METHODS.filter(({ id }) => id !== LIST.id)

/** Whether groups come from an uploaded list, so that nothing is drawn and nothing can be simulated. */
export const isByList = ({
  randomisation_method_id: id,
}: {
  readonly randomisation_method_id?: number | null | undefined
}): boolean => id === LIST.id

/** The same by the title of the method, which people see who may not see the trial's settings. */
export const isTitleOfList = (title: string): boolean => title === LIST.title

/** Whether a participant gets one group of each factor. */
export const isFactorial = (allocationMethodId: number): boolean =>
  allocationMethodOfId(allocationMethodId)?.name === 'factorial'
