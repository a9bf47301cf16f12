import { accepted, refused, type Outcome } from '../outcome'
import { weightsOfRatio } from '../trials/ratio-text'
import { isRatioMethod, usesStrata, type RandomisationMethodName } from '../trials/trial-methods'
import type { DesignRefusal, DesignSetup } from './design-setup'

/** The field of one option's ratio. */
type RatioField = Extract<DesignRefusal['field'], `${string}.ratio`>

/** The ratio that a person wrote at one option: a weight for each study group in order of id, and where to correct it. */
export type WrittenRatio = {
  readonly option: number
  readonly weights: readonly number[]
  readonly place: number
  readonly field: RatioField
}

/** All of one stratum, in order of option. */
export type WrittenRatios = { readonly stratum: number; readonly options: readonly WrittenRatio[] }

/**
 * The ratios by option that settings have; null where they have none. An option without one has the weights of the study groups.
 * Refused where one does not fit the groups, where two strata have them, and where no draw of the method belongs to one option.
 */
export const writtenRatios = (
  setup: DesignSetup,
  method: RandomisationMethodName,
): Outcome<WrittenRatios | null, DesignRefusal> => {
  const written = setup.trial_strata.flatMap(({ id, option_ids, option_ratios = [] }, place) =>
    option_ratios.some((ratio) => ratio !== null) ? [{ id, option_ids, option_ratios, place }] : [],
  )
  const [first, second] = written
  if (first === undefined) return accepted(null)
  const fieldOf = (stratum: number, option: number): RatioField =>
    `trial_strata.${stratum}.trial_stratum_options.${option}.ratio`
  if (second !== undefined) return refused({ code: 'ratios_of_two_strata', field: fieldOf(second.place, 0) })
  const field = fieldOf(first.place, 0)
  if (!isRatioMethod(method)) return refused({ code: 'ratios_not_by_method', field })
  if (usesStrata(method) && !setup.is_stratified) return refused({ code: 'ratios_not_stratified', field })
  const options: WrittenRatio[] = []
  for (const [index, option] of first.option_ids.entries()) {
    const here = fieldOf(first.place, index)
    const text = first.option_ratios[index] ?? null
    const weights = text === null ? weightsOfGroups(setup) : weightsOfRatio(text)
    if (weights.length === 0) return refused({ code: 'ratio_unreadable', field: here, option: index })
    if (weights.length !== setup.study_groups.length)
      return refused({ code: 'ratio_of_other_groups', field: here, option: index })
    options.push({ option, weights, place: index, field: here })
  }
  return accepted({ stratum: first.id, options: options.toSorted((one, other) => one.option - other.option) })
}

const weightsOfGroups = ({ study_groups }: DesignSetup): readonly number[] =>
  study_groups.toSorted((one, other) => one.id - other.id).map(({ weight }) => weight)
