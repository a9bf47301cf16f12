import type { CheckedEstimate } from '#contract/simulation-figures'
import type { AdvisedDesign, TrialFeatures } from '#domain/advice/advised-design'
import { weightsOfRatio } from '#domain/trials/ratio-text'
import { FACTORIAL_LEVELS, isFactorial } from '#domain/trials/trial-methods'
import type { WrittenResult } from './simulation-csv'

/** What the rules of a recommendation look at; null for figures of before they were all worked out. */
export const advisedDesign = ({ letter, figures, simulation }: WrittenResult): AdvisedDesign | null => {
  const { efficiency, selection_bias: bias, predictability, imbalance, ratio } = figures
  if (efficiency === undefined || bias === undefined) return null
  return {
    letter,
    warnings: simulation.warnings.map(({ code }) => code),
    guesser: {
      trial: predictability.trial_guesser.mean,
      site: predictability.site_guesser.mean,
      unseeing: predictability.unseeing_guesser,
    },
    certain: { trial: predictability.trial_certain?.mean ?? 0, site: predictability.site_certain?.mean ?? 0 },
    type_1_error: bias && { trial: bias.trial.type_1_error.mean, site: bias.site.type_1_error.mean },
    loss: efficiency && greatest(efficiency.map(({ loss }) => loss.mean)),
    power_lost: efficiency && greatest(efficiency.map(({ power, planned_power }) => planned_power - power.mean)),
    imbalance_95: imbalance[0]?.quantile_95 ?? 0,
    ratio_off: greatest(ratio.flatMap(({ shares }) => shares.map(errorsOff))),
  }
}

/** The features of the trial that all alternatives are for. */
export const featuresOf = ({ design, simulation }: WrittenResult, isOpenLabel: boolean): TrialFeatures => ({
  participants: simulation.sizes.participants,
  sites: simulation.sizes.sites,
  strata: design.trial_strata.length,
  weights: weightsOf(design),
  is_open_label: isOpenLabel,
  significance: simulation.analysis.significance,
})

type Design = WrittenResult['design']

/** The weights between which is drawn; of a trial whose ratio differs by an option, those of one that makes them unequal. */
const weightsOf = (design: Design): number[] => {
  const options = design.trial_strata
    .map(({ trial_stratum_options }) => trial_stratum_options)
    .find((all) => all.some(({ ratio }) => ratio !== null)) ?? [{ ratio: null }]
  const weights = options.map(({ ratio }) => cellWeights(design, ratio))
  return weights.find((one) => new Set(one).size > 1) ?? weights[0] ?? []
}

/** The weights of the open cells with this ratio, null for that of the study groups; each factor in its lowest terms. */
const cellWeights = ({ allocation_method_id, study_groups }: Design, ratio: string | null): number[] => {
  const weights = ratio === null ? [] : weightsOfRatio(ratio)
  const open = study_groups
    .map((group, place) => ({ ...group, weight: group.weight === 0 ? 0 : (weights[place] ?? group.weight) }))
    .filter(({ weight }) => weight > 0)
  const [one = [], other = []] = FACTORIAL_LEVELS.map((factor) =>
    reduced(open.filter(({ factorial_level }) => factorial_level === factor).map(({ weight }) => weight)),
  )
  return isFactorial(allocation_method_id)
    ? one.flatMap((first) => other.map((second) => first * second))
    : reduced(open.map(({ weight }) => weight))
}

const reduced = (weights: readonly number[]): number[] => {
  const divisor = largestUpTo(Math.min(...weights), (size) => weights.every((weight) => weight % size === 0))
  return weights.map((weight) => weight / divisor)
}

const largestUpTo = (most: number, isFit: (size: number) => boolean): number => {
  let size = most
  while (size > 1 && !isFit(size)) size -= 1
  return size
}

const greatest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

const errorsOff = ({ mean, standard_error, exact }: CheckedEstimate): number =>
  exact === null || !standard_error ? 0 : Math.abs(mean - exact) / standard_error
