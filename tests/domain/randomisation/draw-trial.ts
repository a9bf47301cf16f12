import { allocate, readKeyState } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource, type Words } from '#domain/randomisation/random-source'

/**
 * Draws participants t = 1, 2, … whose stratum keys are given, the state of each key going through its stored form (a line
 * of JSON) between two draws. Answers the group of each.
 */
export const drawTrial = (
  design: AllocationDesign,
  keys: readonly string[],
  wordsOf: (t: number) => Words,
): readonly number[] => {
  const stored = new Map<string, string>()
  return keys.map((key, before) => {
    const state = readKeyState(design, JSON.parse(stored.get(key) ?? 'null'))
    if (!state.ok) throw new Error(state.refusal)
    const { group_id, key_state } = allocate(design, state.value, randomSource(wordsOf(before + 1)))
    stored.set(key, JSON.stringify(key_state))
    return group_id
  })
}

/** Groups 1, 2, 3 as the letters A, B, C. */
export const asLetters = (groupIds: readonly number[]): string =>
  groupIds.map((id) => String.fromCharCode(64 + id)).join('')
