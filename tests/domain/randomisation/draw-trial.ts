import { allocate, readStates, type Allocation } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource, type Words } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { DrawnParticipant } from '#domain/randomisation/strata'

/**
 * Draws these participants at t = 1, 2, … of epoch 1, what is kept under each of their keys going through its stored form
 * (a line of JSON) between two draws. Answers the allocation of each.
 */
export const drawParticipants = (
  design: AllocationDesign,
  participants: readonly DrawnParticipant[],
  wordsOf: (t: number) => Words,
): readonly Allocation[] => drawUnderKeys(design, keysOfEach(design, participants), wordsOf).allocations

/** The same for participants of whom the one key of each is given. Answers the group of each. */
export const drawTrial = (
  design: AllocationDesign,
  keys: readonly string[],
  wordsOf: (t: number) => Words,
): readonly number[] =>
  onlyGroups(
    drawUnderKeys(
      design,
      keys.map((key) => [key]),
      wordsOf,
    ).allocations,
  )

/** What is stored under each key after these participants, as JSON, beside the keys and the allocation of each. */
export const storedAfter = (
  design: AllocationDesign,
  participants: readonly DrawnParticipant[],
  wordsOf: (t: number) => Words,
) => {
  const keys = keysOfEach(design, participants)
  return { keys, ...drawUnderKeys(design, keys, wordsOf) }
}

/** The groups of allocations that gave one group each. */
export const onlyGroups = (allocations: readonly Allocation[]): readonly number[] =>
  allocations.flatMap(({ group_ids }) => group_ids)

/** This many participants who differ in nothing. */
export const alike = (count: number): readonly DrawnParticipant[] =>
  Array.from({ length: count }, () => ({ site_id: 1, options: [] }))

/** Groups 1, 2, 3 as the letters A, B, C. */
export const asLetters = (groupIds: readonly number[]): string =>
  groupIds.map((id) => String.fromCharCode(64 + id)).join('')

const keysOfEach = (design: AllocationDesign, participants: readonly DrawnParticipant[]) =>
  participants.map((participant) => stateKeys(design, 1, participant))

const drawUnderKeys = (
  design: AllocationDesign,
  keysOfEach: readonly (readonly string[])[],
  wordsOf: (t: number) => Words,
) => {
  const stored = new Map<string, string>()
  const allocations = keysOfEach.map((keys, before) => {
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
