import { ofOneRatio } from '../domain/randomisation/designs'
import { allocate, type DrawState } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import { validateDesign } from '#domain/randomisation/validate-design'
import { drawWords } from '../../src/server/ground/ledger/words'
import { median } from './median'
import { USUAL_SETTINGS } from '../support/other-settings'

/** The number of participants in the trial when the next ones are timed. */
const SIZES = [100, 10_000, 1_000_000]
/** The number of allocations timed at each size, and of repetitions; the median is printed. */
const TIMED = 20_000
const ROUNDS = 9

const OPTIONS = [2, 3, 4]
const SITES = 20

/**
 * Microseconds for one allocation by minimisation over four factors (three strata and the site), random words included,
 * as a trial grows.
 */
export const engineGrowth = (): Record<string, string | number>[] => {
  const design = fourFactors()
  const standings = standingsAt(design)
  for (const states of standings.values()) timed(design, states)
  const rounds = Array.from({ length: ROUNDS }, () => [...standings.values()].map((states) => timed(design, states)))
  const medians = SIZES.map((_, index) => median(rounds.map((round) => round[index] ?? 0)))
  return SIZES.map((size, index) => ({
    participants: size.toLocaleString('en-GB'),
    'µs per allocation': (medians[index] ?? 0).toFixed(2),
    'of the smallest': ((medians[index] ?? 0) / (medians[0] ?? 1)).toFixed(2),
  }))
}

type States = ReadonlyMap<string, DrawState>

const fourFactors = (): OneRatioDesign => {
  const design = validateDesign({
    allocation_method_id: 1,
    randomisation_method_id: 3,
    study_groups: [1, 2].map((id) => ({ id, weight: 1, factorial_level: null })),
    is_stratified: true,
    is_site_stratified: true,
    exclude_flagged_participants: false,
    ...USUAL_SETTINGS,
    trial_strata: OPTIONS.map((options, stratum) => ({
      id: stratum + 1,
      minimisation_weight: 1,
      option_ids: Array.from({ length: options }, (_, option) => option + 1),
    })),
  })
  if (!design.ok) throw new Error(design.refusal.code)
  return ofOneRatio(design.value)
}

const KEY = new Uint8Array(32).fill(7)

/** Participant t of the benchmark, with sites and options in an order without a common pattern. */
const participant = (t: number): DrawnParticipant => ({
  site_id: ((t * 7919) % SITES) + 1,
  options: OPTIONS.map((options, stratum) => ({
    trial_stratum_id: stratum + 1,
    trial_stratum_option_id: (Math.floor((t * 104_729) / 3 ** (stratum + 1)) % options) + 1,
  })),
})

const draw = (design: OneRatioDesign, states: States, t: number) => {
  const keys = stateKeys(design, 1, participant(t))
  const before = keys.map((key) => states.get(key) ?? null)
  return { keys, drawn: allocate(design, before, randomSource(drawWords(KEY, t))) }
}

const standingsAt = (design: OneRatioDesign): Map<number, States> => {
  const states = new Map<string, DrawState>()
  const standings = new Map<number, States>()
  for (let t = 1; t <= Math.max(...SIZES); t += 1) {
    const { keys, drawn } = draw(design, states, t)
    for (const [index, key] of keys.entries()) {
      const state = drawn.states[index]
      if (state) states.set(key, state)
    }
    if (SIZES.includes(t)) standings.set(t, new Map(states))
  }
  return standings
}

const timed = (design: OneRatioDesign, states: States): number => {
  const began = performance.now()
  for (let t = 1; t <= TIMED; t += 1) draw(design, states, t)
  return ((performance.now() - began) * 1000) / TIMED
}
