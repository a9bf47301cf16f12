import { settingsInUse, type MethodSettingName, type MethodSettings } from '#domain/trials/method-setting'
import { METHOD_SETTINGS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { MEASURE_WORDS } from '../../../ui/measure-words'

/** The settings of a trial as its viewer is shown them. */
type ShownSettings = { readonly [Setting in MethodSettingName]?: MethodSettings[Setting] | null | undefined } & {
  readonly is_site_stratified?: boolean | undefined
}

/** A setting by its name, as it is read; null where it is hidden or not set. */
type Reading = readonly [name: string, value: string | null]

type MethodFace = {
  /** What the method does. */
  help: string
  /** Below its settings, which then stand with the method itself; null: they stand among the advanced ones. */
  note: string | null
  layout: 'settings' | 'pair'
  /** Its settings in a few words, after its title. */
  inBrief: (settings: MethodSettings) => string
  readings: (shown: ShownSettings) => readonly Reading[]
}

const number = (value: unknown): string | null => (typeof value === 'number' ? String(value) : null)

const readByTitle =
  (method: RandomisationMethodName): MethodFace['readings'] =>
  (shown) =>
    settingsInUse(method, { is_site_stratified: shown.is_site_stratified === true }).map((setting) => [
      METHOD_SETTINGS[setting].title,
      number(shown[setting]),
    ])

/** What people read of each randomisation method. */
export const METHOD_FACES: Readonly<Record<RandomisationMethodName, MethodFace>> = {
  standard: {
    help: 'Simple (unrestricted) randomisation: each allocation is independent, like tossing a coin. Strata are recorded but do not affect it.',
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
    // Nothing of a probability that is left to the number of arms.
    inBrief: ({ minimisation_measure: measure, minimisation_probability: percent }) =>
      percent === null ? `, ${measure}` : `, ${measure}, ${percent}%`,
    readings: ({ minimisation_measure: measure, minimisation_probability: percent, ...shown }) => [
      ['Measure of imbalance', measure ? MEASURE_WORDS[measure] : null],
      ['Probability', typeof percent === 'number' ? `${percent}%` : null],
      ['Weight of the site', shown.is_site_stratified === true ? number(shown.minimisation_site_weight) : null],
    ],
  },
}

type SettingFace = { label?: string; description?: string; isOptional?: boolean }

/** What stands at a setting's field, where that is more than its title. */
export const SETTING_FACES: { readonly [Setting in MethodSettingName]?: SettingFace } = {
  block_size_max: { label: 'to' },
  urn_initial: { description: 'w of UD(w, α, β), for each arm' },
  urn_alpha: { label: 'Added, group drawn', description: 'α' },
  urn_beta: { label: 'Added, each other', description: 'β, for each arm' },
  minimisation_probability: {
    description:
      'For the arm that balances best. A group of weight 2 has 2 arms, so its own chance differs. Leave it empty for 80, or more with many groups.',
    isOptional: true,
  },
}
