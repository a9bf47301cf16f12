import { allocate, readStates, type Allocation } from '#domain/randomisation/allocate'
import type { AllocationDesign, OneRatioDesign } from '#domain/randomisation/design'
import { designAt } from '#domain/randomisation/ratios'
import { randomSource, type Words } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { DrawnParticipant } from '#domain/randomisation/strata'

/**
 * Draws these participants at t = 1, 2, … of epoch 1. Between draws, the state under each key passes through its stored
 * form, a line of JSON. Returns the allocation of each.
 */
export const drawParticipants = (
  design: AllocationDesign,
  participants: readonly DrawnParticipant[],
  wordsOf: (t: number) => Words,
): readonly Allocation[] => drawUnderKeys(placesOf(design, participants), wordsOf).allocations

/** Draws participants with one given key each, as above. Returns the group of each. */
export const drawTrial = (
  design: OneRatioDesign,
  keys: readonly string[],
  wordsOf: (t: number) => Words,
): readonly number[] =>
  onlyGroups(
    drawUnderKeys(
      keys.map((key) => ({ design, keys: [key] })),
      wordsOf,
    ).allocations,
  )

/** The state under each key after these participants, as JSON, with the keys and the allocation of each. */
export const storedAfter = (
  design: AllocationDesign,
  participants: readonly DrawnParticipant[],
  wordsOf: (t: number) => Words,
) => {
  const places = placesOf(design, participants)
  return { keys: places.map(({ keys }) => keys), ...drawUnderKeys(places, wordsOf) }
}

/** The groups of allocations that have one group each. */
export const onlyGroups = (allocations: readonly Allocation[]): readonly number[] =>
  allocations.flatMap(({ group_ids }) => group_ids)

/** This many participants who do not differ. */
export const alike = (count: number): readonly DrawnParticipant[] =>
  Array.from({ length: count }, () => ({ site_id: 1, options: [] }))

export const asLetters = (groupIds: readonly number[]): string =>
  groupIds.map((id) => String.fromCharCode(64 + id)).join('')

/** By what and under which keys one is drawn. */
type Place = { readonly design: OneRatioDesign; readonly keys: readonly string[] }

const placesOf = (design: AllocationDesign, participants: readonly DrawnParticipant[]): readonly Place[] =>
  participants.map((participant) => ({
    design: designAt(design, participant),
    keys: stateKeys(design, 1, participant),
  }))

const drawUnderKeys = (places: readonly Place[], wordsOf: (t: number) => Words) => {
  const stored = new Map<string, string>()
  const allocations = places.map(({ design, keys }, before) => {
    const states = readStates(
      design,
      keys.map((key): unknown => JSON.parse(stored.get(key) ?? 'null')),
    )
    if (!states.ok) throw new Error(states.refusal)
    const allocation: Allocation = allocate(design, states.value, randomSource(wordsOf(before + 1)))
    for (const [index, state] of allocation.states.entries()) stored.set(keys[index] ?? '', JSON.stringify(state))
    return allocation
  })
  return { allocations, stored }
}
