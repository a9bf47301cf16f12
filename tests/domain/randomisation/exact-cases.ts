import { allocate, type Allocation, type KeyState } from '#domain/randomisation/allocate'
import type { AllocationDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'

/** A case of a draw and how many of `CASES` equally likely ones it stands for. */
type Case = { readonly allocation: Allocation; readonly count: bigint }

/** Words below these are never rejected and spread evenly over every m from 1 to 8, and over 2, 3, 4, 6 and 8. */
const FIRST_WORDS = 840n
const SECOND_WORDS = 24n
export const CASES = FIRST_WORDS * SECOND_WORDS

/**
 * All that can come of one draw of the engine, found by trying all words: exact for draws whose first word decides among
 * at most 8 and whose second, if any, decides among 2, 3, 4, 6 or 8.
 */
export const casesOf = (design: AllocationDesign, state: KeyState | null): readonly Case[] => {
  const cases = new Map<string, Case>()
  const add = (allocation: Allocation, count: bigint) => {
    const name = JSON.stringify(allocation)
    cases.set(name, { allocation, count: (cases.get(name)?.count ?? 0n) + count })
  }
  for (let first = 0n; first < FIRST_WORDS; first += 1n) {
    const alone = drawWith(design, state, first, 0n)
    if (alone.used < 2) add(alone.allocation, SECOND_WORDS)
    else
      for (let second = 0n; second < SECOND_WORDS; second += 1n)
        add(drawWith(design, state, first, second).allocation, 1n)
  }
  return [...cases.values()]
}

const drawWith = (design: AllocationDesign, state: KeyState | null, first: bigint, second: bigint) => {
  let used = 0
  const source = randomSource((j) => {
    used = j + 1
    if (j > 1) throw new Error('a third word was not expected')
    return j === 0 ? first : second
  })
  return { allocation: allocate(design, state, source), used }
}

/** Where a key can stand after some draws: its state, how often each group was drawn, how likely that is. */
type Standing = { readonly state: KeyState | null; readonly drawn: readonly number[]; readonly count: bigint }

/** The standings of a key after n = 0, 1, … `last` draws; the counts of each n add up to CASES^n. */
export const standingsOf = (design: AllocationDesign, last: number): readonly (readonly Standing[])[] => {
  const known = new Map<string, readonly Case[]>()
  const casesFrom = (state: KeyState | null) => {
    const name = JSON.stringify(state)
    const cases = known.get(name) ?? casesOf(design, state)
    known.set(name, cases)
    return cases
  }
  const steps: (readonly Standing[])[] = [[{ state: null, drawn: design.groups.map(() => 0), count: 1n }]]
  for (let n = 1; n <= last; n += 1) {
    const next = new Map<string, Standing>()
    for (const { state, drawn, count } of steps[n - 1] ?? [])
      for (const { allocation, count: ways } of casesFrom(state)) {
        const after = drawn.map((times, k) => (design.groups[k]?.id === allocation.group_id ? times + 1 : times))
        const name = JSON.stringify([allocation.key_state, after])
        const before = next.get(name)?.count ?? 0n
        next.set(name, { state: allocation.key_state, drawn: after, count: before + count * ways })
      }
    steps.push([...next.values()])
  }
  return steps
}
