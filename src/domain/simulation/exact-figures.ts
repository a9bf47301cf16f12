import type { AllocationDesign } from '../randomisation/design'
import { exactSteps, type ExactStep } from './exact-key'
import { reachOfShares, type KeyReach } from './key-reach'
import type { ExactImbalance } from './observe-imbalance'
import type { ExactPredictability } from './observe-guesses'
import type { SimulationPlan } from './simulation-plan'

export type ExactFigures = {
  readonly imbalance: ExactImbalance
  readonly predictability: ExactPredictability
  /** The mean imbalance of the trial after so many participants. */
  readonly path: (participants: number) => number | null
}

/** What is known exactly of a plan's figures: formulas where there are some, else all that the engine can do is walked through. */
export const exactFigures = (plan: SimulationPlan): ExactFigures => {
  const { design, sizes } = plan
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
export const exactRates = (
  design: AllocationDesign,
  steps: readonly ExactStep[],
  reach: KeyReach,
): Pick<ExactPredictability, 'trial_guesser' | 'certain'> => ({
  trial_guesser: isAlwaysEven(design) ? evenChance(design) : meanOver(steps, reach, (step) => step.right_guess),
  certain: isNeverCertain(design) ? 0 : meanOver(steps, reach, (step) => step.certain),
})

/** Whether each draw depends on one state key alone. */
export const hasOneKey = (design: AllocationDesign): boolean =>
  design.method !== 'minimisation' || design.factors.length === 1

const openWeights = ({ cells }: AllocationDesign): readonly number[] =>
  cells.flatMap(({ weight }) => (weight > 0 ? [weight] : []))

const isEven = (design: AllocationDesign): boolean => new Set(openWeights(design)).size === 1

const evenChance = (design: AllocationDesign): number => 1 / openWeights(design).length

/** Whether all groups are equally likely whatever was drawn before, so that every guess among them is as good. */
const isAlwaysEven = (design: AllocationDesign): boolean => design.method === 'standard' && isEven(design)

const isNeverCertain = (design: AllocationDesign): boolean => {
  if (openWeights(design).length < 2) return false
  if (design.method === 'minimisation') return design.minimisation_probability < 100
  return design.method !== 'blocked'
}

/**
 * Whether what is exact of the guesser who sees the whole trial is so of one who sees a single site of so many: every key
 * lies within one site, or no guess is better than another.
 */
export const seesAllOfKey = (design: AllocationDesign, sites: number): boolean => {
  if (sites === 1 || isAlwaysEven(design)) return true
  return hasOneKey(design) && design.method !== 'standard' && design.is_site_stratified
}

/** The mean over all participants of what is so of one in place i of his key; null where the steps end too early. */
const meanOver = (
  steps: readonly ExactStep[],
  reach: KeyReach,
  valueOf: (step: ExactStep) => number,
): number | null => {
  if (reach.length === 0 || steps.length < reach.length) return null
  const participants = reach.reduce((sum, keys) => sum + keys, 0)
  return steps.reduce((sum, step, place) => sum + valueOf(step) * (reach[place] ?? 0), 0) / participants
}

/**
 * Of one key: √n in simple randomisation and √((n + 2) / 3) in the urn (1, 0, 1), both at 1 : 1 (RANDOMISATION, What theory
 * says), else as the steps say. Of several keys at 1 : 1: their differences are independent and 0 on average, so that their
 * mean squares add up.
 */
const rootMeanSquare = (
  design: AllocationDesign,
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
      (sum, step, place) => sum + step.imbalance_square * ((reach[place] ?? 0) - (reach[place + 1] ?? 0)),
      0,
    ),
  )
}

const isPlainUrn = (design: AllocationDesign): boolean =>
  design.method === 'urn' && design.urn_initial === 1 && design.urn_alpha === 0 && design.urn_beta === 1

/** The share of participants that each key gets; null where a draw depends on several. */
const keyShares = ({ design, site_shares, option_shares }: SimulationPlan): readonly number[] | null => {
  if (!hasOneKey(design)) return null
  if (design.method === 'standard') return [1]
  if (design.method === 'minimisation') {
    const of = design.factors.map((factor) => factor.of).find((factor) => factor !== 'trial')
    if (of === undefined) return [1]
    const stratum = design.strata.findIndex(({ id }) => id === of)
    return of === 'site' ? parts(site_shares) : parts(option_shares[stratum] ?? [])
  }
  const kept = [...(design.is_site_stratified ? [site_shares] : []), ...(design.is_stratified ? option_shares : [])]
  return kept.map(parts).reduce((keys, of) => keys.flatMap((key) => of.map((part) => key * part)), [1])
}

const parts = (shares: readonly number[]): readonly number[] => {
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}
