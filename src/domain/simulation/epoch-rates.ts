import type { AllocationDesign } from '../randomisation/design'
import { stateKeys } from '../randomisation/state-keys'
import type { DrawnParticipant } from '../randomisation/strata'
import { exactRates, hasOneKey, seesAllOfKey } from './exact-figures'
import { exactSteps } from './exact-key'
import { checked, type CheckedEstimate } from './figures'
import { reachOfSizes } from './key-reach'
import { observeSiteGuesses } from './observe-site-guesses'
import type { Recruit } from './recruit'
import { simulatedTrials } from './simulated-trial'
import type { SimulationSource } from './simulation-source'

/** A participant who was drawn: site, options, and the groups he got. */
export type GuessedParticipant = DrawnParticipant & { readonly group_ids: readonly number[] }

/** The participants of one epoch, one or more, in the order of their draws, and the design that they were drawn under. */
export type GuessedEpoch = {
  readonly design: AllocationDesign
  readonly participants: readonly GuessedParticipant[]
}

/** How often the best guesser is right about so many participants. */
export type GuessRate = {
  readonly participants: number
  /** As they were drawn. */
  readonly observed: number
  /** As the design lets expect: over trials of the same participants, drawn anew with the simulation's own chance. */
  readonly expected: CheckedEstimate
}

/** The rates of right guesses in one epoch, of the whole and by site id. */
export type EpochRates = {
  readonly design: AllocationDesign
  readonly trial: GuessRate
  readonly sites: ReadonlyMap<number, GuessRate>
}

/** The guesses about an epoch's participants as they were drawn, and as they are when drawn anew so many times. */
export const epochRates = (epoch: GuessedEpoch, trials: number, source: SimulationSource): EpochRates => {
  const { design } = epoch
  const { siteIds, recruits, keyCount } = placed(epoch)
  const ofSites = siteIds.map((_, site) => recruits.filter((recruit) => recruit.site === site))
  const observe = () => {
    const counts = ofSites.map(({ length }) => length)
    return observeSiteGuesses(design, keyCount, counts)
  }

  const asDrawn = observe()
  const cells = new Map(design.cells.map(({ group_ids }, cell) => [group_ids.join(), cell]))
  for (const [number, recruit] of recruits.entries()) {
    const cell = cells.get(epoch.participants[number]?.group_ids.join() ?? '') ?? -1
    asDrawn.see({ number, recruit, cell, is_certain: false })
  }
  asDrawn.endTrial()

  const anew = observe()
  const makeTrial = simulatedTrials(design, keyCount, recruits.length, (_, number) => recruits[number] ?? NOBODY)
  for (let done = 0; done < trials; done += 1) makeTrial(source, [anew])

  const observed = asDrawn.figures()
  const expected = anew.figures()
  const exact = exactRateOf(design, recruits)
  const isExactAtSites = seesAllOfKey(design, siteIds.length)
  return {
    design,
    trial: {
      participants: recruits.length,
      observed: observed.trial.mean,
      expected: checked(expected.trial, exact(recruits)),
    },
    sites: new Map(
      ofSites.map((there, site) => [
        siteIds[site] ?? 0,
        {
          participants: there.length,
          observed: observed.sites[site]?.mean ?? 0,
          expected: checked(expected.sites[site] ?? NOTHING, isExactAtSites ? exact(there) : null),
        },
      ]),
    ),
  }
}

const NOBODY: Recruit = { site: 0, options: [], keys: [] }
const NOTHING = { mean: 0, standard_error: null }

/** Sites and state keys as places, in order of site id and of the keys' first participants. */
const placed = ({ design, participants }: GuessedEpoch) => {
  const siteIds = [...new Set(participants.map(({ site_id }) => site_id))].sort((a, b) => a - b)
  const placeOfSite = new Map(siteIds.map((id, place) => [id, place]))
  const placeOfKey = new Map<string, number>()
  const placeFor = (key: string): number => {
    const place = placeOfKey.get(key) ?? placeOfKey.size
    placeOfKey.set(key, place)
    return place
  }
  const recruits = participants.map((participant): Recruit => {
    const keys = design.method === 'standard' ? [''] : stateKeys(design, 1, participant)
    return { site: placeOfSite.get(participant.site_id) ?? 0, options: [], keys: keys.map(placeFor) }
  })
  return { siteIds, recruits, keyCount: placeOfKey.size }
}

/** Answers the exact rate of right guesses about some of the participants, each key's all or none; null where unknown. */
const exactRateOf = (design: AllocationDesign, recruits: readonly Recruit[]) => {
  const sizesOf = (some: readonly Recruit[]): readonly number[] => {
    const sizes = new Map<number, number>()
    for (const { keys } of some) for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1)
    return [...sizes.values()]
  }
  const steps = hasOneKey(design) ? exactSteps(design, Math.max(...sizesOf(recruits))) : []
  return (some: readonly Recruit[]): number | null =>
    exactRates(design, steps, reachOfSizes(sizesOf(some))).trial_guesser
}
