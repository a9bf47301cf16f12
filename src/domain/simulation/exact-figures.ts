import type { OneRatioDesign } from '../randomisation/design'
import { exactGuesses } from './exact-guesses'
import { exactSteps, type ExactStep } from './exact-key'
import { isEven, isGuessedByState, openWeights, seesAllOfKey } from './guessed-by'
import { drawKeys } from './draw-keys'
import { keysByDesign, keyShares, reachOfShares, type KeyReach } from './key-reach'
import type { ExactImbalance } from './observe-imbalance'
import { unseeingGuesser, type ExactPredictability } from './observe-guesses'
import type { SimulationPlan } from './simulation-plan'

export type ExactFigures = {
  readonly imbalance: ExactImbalance
  readonly predictability: ExactPredictability
  /** The mean imbalance of the trial after so many participants. */
  readonly path: (participants: number) => number | null
}

/** The known exact figures of a plan: by formulas where there are some, else by going through every possible draw. */
export const exactFigures = (plan: SimulationPlan): ExactFigures => {
  const { design } = plan
  return design.ratios === undefined ? figuresOfOne(design, plan) : figuresOfRatios(plan)
}

/** Where the ratio differs by an option, the rates over the keys of all ratios. No formula has the imbalance of the whole then. */
const figuresOfRatios = (plan: SimulationPlan): ExactFigures => {
  const { design, sizes } = plan
  const shares = keyShares(plan) ?? []
  const byDesign = [...keysByDesign(design, drawKeys(design, sizes.sites))]
  const rates = ratesTogether(
    byDesign.map(([ofKeys, keys]) => {
      const reach = reachOfShares(
        keys.map((key) => shares[key] ?? 0),
        sizes.participants,
      )
      return { reach, rates: exactRates(ofKeys, exactSteps(ofKeys, reach.length), reach) }
    }),
  )
  return {
    imbalance: { mean: null, root_mean_square: null },
    predictability: { ...rates, site_guesser: seesAllOfKey(design, sizes.sites) ? rates.trial_guesser : null },
    path: () => null,
  }
}

type Rates = Pick<ExactPredictability, 'trial_guesser' | 'certain'>

/** The rates over several lots of keys as one over all of their participants; null where one of them is unknown. */
export const ratesTogether = (lots: readonly { readonly reach: KeyReach; readonly rates: Rates }[]): Rates => {
  const counted = lots.map(({ reach, rates }) => ({ of: reach.reduce((sum, keys) => sum + keys, 0), rates }))
  const all = counted.reduce((sum, { of }) => sum + of, 0)
  const mean = (rate: (rates: Rates) => number | null): number | null =>
    counted.reduce<number | null>((sum, { of, rates }) => {
      const value = of === 0 ? 0 : rate(rates)
      return sum === null || value === null ? null : sum + (of / all) * value
    }, 0)
  return { trial_guesser: mean((rates) => rates.trial_guesser), certain: mean((rates) => rates.certain) }
}

const figuresOfOne = (design: OneRatioDesign, plan: SimulationPlan): ExactFigures => {
  const { sizes } = plan
  const shares = keyShares(plan)
  const reach = shares === null ? [] : reachOfShares(shares, sizes.participants)
  const steps = exactSteps(design, reach.length)
  const rates = exactRates(design, steps, reach)
  const isOneKey = shares?.length === 1
  const mean = (participants: number) => (isOneKey ? (steps[participants - 1]?.imbalance ?? null) : null)
  return {
    imbalance: {
      mean: mean(sizes.participants),
      root_mean_square: rootMeanSquare(design, steps, reach, isOneKey),
    },
    predictability: {
      ...rates,
      site_guesser: seesAllOfKey(design, sizes.sites) ? rates.trial_guesser : null,
    },
    path: mean,
  }
}

/** The rates of right guesses and of certain allocations where keys get participants as `reach` says. */
export const exactRates = (design: OneRatioDesign, steps: readonly ExactStep[], reach: KeyReach): Rates => ({
  trial_guesser: rightGuesses(design, steps, reach),
  certain: isNeverCertain(design)
    ? 0
    : meanOver(
        steps.map(({ certain }) => certain),
        reach,
      ),
})

const rightGuesses = (design: OneRatioDesign, steps: readonly ExactStep[], reach: KeyReach): number | null => {
  if (design.method === 'standard') return unseeingGuesser(openWeights(design))
  const right = isGuessedByState(design) ? steps.map((step) => step.right_guess) : exactGuesses(design, reach.length)
  return meanOver(right, reach)
}

const isNeverCertain = (design: OneRatioDesign): boolean => {
  if (openWeights(design).length < 2) return false
  switch (design.method) {
    case 'standard':
    case 'urn':
    case 'efron':
      return true
    case 'blocked':
    case 'chosen_blocks':
    case 'big_stick':
    case 'biased_coin':
    case 'maximal':
    case 'list':
      return false
    case 'minimisation':
      return design.minimisation_probability < design.minimisation_out_of
  }
}

/** The mean over all participants, where `values[i]` holds for participant i of a key. Null where `values` is too short. */
const meanOver = (values: readonly number[], reach: KeyReach): number | null => {
  if (reach.length === 0 || values.length < reach.length) return null
  const participants = reach.reduce((sum, keys) => sum + keys, 0)
  return values.reduce((sum, value, index) => sum + value * (reach[index] ?? 0), 0) / participants
}

/**
 * Of one key: √n in simple randomisation and √((n + 2) / 3) in the urn (1, 0, 1), both at 1 : 1
 * (src/specification/rct-alloc-1.md#what-theory-says), else as the steps say. Of several keys at 1 : 1: their differences are
 * independent and 0 on average, so that their mean squares add up.
 */
const rootMeanSquare = (
  design: OneRatioDesign,
  steps: readonly ExactStep[],
  reach: KeyReach,
  isOneKey: boolean,
): number | null => {
  const n = reach.length
  const isPair = openWeights(design).length === 2 && isEven(design)
  if (isOneKey && isPair && design.method === 'standard') return Math.sqrt(n)
  if (isOneKey && isPair && isPlainUrn(design)) return Math.sqrt((n + 2) / 3)
  if (n === 0 || steps.length < n || !(isOneKey || isPair)) return null
  return Math.sqrt(
    steps.reduce(
      (sum, step, index) => sum + step.imbalance_square * ((reach[index] ?? 0) - (reach[index + 1] ?? 0)),
      0,
    ),
  )
}

const isPlainUrn = (design: OneRatioDesign): boolean =>
  design.method === 'urn' && design.urn_initial === 1 && design.urn_alpha === 0 && design.urn_beta === 1
