import type { AllocationDesign } from '#domain/randomisation/design'
import { validateDesign, type DesignSetup } from '#domain/randomisation/validate-design'

const PLAIN: DesignSetup = {
  allocation_method_id: 1,
  randomisation_method_id: 4,
  study_groups: [
    { id: 1, weight: 1 },
    { id: 2, weight: 1 },
  ],
  is_stratified: false,
  is_site_stratified: false,
  block_size_min: null,
  block_size_max: null,
  trial_strata: [],
}

/** Settings of a simple 1 : 1 trial, but for what is named. */
export const settings = (named: Partial<DesignSetup> = {}): DesignSetup => ({ ...PLAIN, ...named })

/** Groups 1, 2, … with these weights. */
export const weighted = (...weights: readonly number[]) => weights.map((weight, place) => ({ id: place + 1, weight }))

/** The design of settings that are known to be valid. */
export const aDesign = (named: Partial<DesignSetup> = {}): AllocationDesign => {
  const outcome = validateDesign(settings(named))
  if (!outcome.ok) throw new Error(`no design: ${outcome.refusal.code} at ${outcome.refusal.field}`)
  return outcome.value
}

/** Simple randomisation with these weights. */
export const simple = (...weights: readonly number[]) => aDesign({ study_groups: weighted(...weights) })

/** Permuted blocks of min to max participants with these weights. */
export const blocks = (min: number, max: number, ...weights: readonly number[]) =>
  aDesign({
    randomisation_method_id: 1,
    study_groups: weighted(...weights),
    block_size_min: min,
    block_size_max: max,
  })
