import { allocate, type Allocation, type DrawState } from '#domain/randomisation/allocate'
import type { AllocationDesign, OneRatioDesign } from '#domain/randomisation/design'
import { designAt } from '#domain/randomisation/ratios'
import { stateKeys } from '#domain/randomisation/state-keys'
import type { DrawnParticipant } from '#domain/randomisation/strata'
import { fraction, plus, times, type Fraction } from './fraction'
import { watchedSource, type RecordedDraw } from './watched-source'

type Case = { readonly allocation: Allocation; readonly chance: Fraction }

/** One possible answer of the source, a word that produces it, and its share of all words. */
type Branch = { readonly word: bigint; readonly chance: Fraction }

/**
 * All outcomes of one draw of the engine, each with its exact chance. The draw is repeated with every answer of its
 * source, by words with which the real source gives that answer.
 */
export const casesOf = (design: OneRatioDesign, states: readonly (DrawState | null)[]): readonly Case[] => {
  const cases = new Map<string, Case>()
  const follow = (path: readonly Branch[]) => {
    const forks: (readonly Branch[])[] = []
    const words = path.map(({ word }) => word)
    const source = watchedSource(
      (j) => words[j] ?? 0n,
      (draw) => forks.push(...forksOf(draw)),
    )
    const allocation = allocate(design, states, source)
    const fork = forks[path.length]
    if (fork) return fork.forEach((branch) => follow([...path, branch]))
    const chance = path.reduce((product, branch) => times(product, branch.chance), fraction(1))
    const name = JSON.stringify(allocation)
    cases.set(name, { allocation, chance: plus(cases.get(name)?.chance ?? fraction(0), chance) })
  }
  follow([])
  return [...cases.values()]
}

/** The branches of a request to the source; none where one answer is certain and no word is used. */
const forksOf = (draw: RecordedDraw): readonly (readonly Branch[])[] => {
  const weights = draw.kind === 'pick' ? draw.weights : Array.from({ length: Number(draw.m) }, () => 1)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 1) return []
  let before = 0
  const branches = weights.flatMap((weight) => {
    const branch = { word: BigInt(before), chance: fraction(weight, sum) }
    before += weight
    return weight === 0 ? [] : [branch]
  })
  return [branches]
}

/** A possible situation of a trial: the state under each key, the number of draws of each cell, and its chance. */
export type ReachableState = {
  readonly states: ReadonlyMap<string, DrawState>
  readonly drawn: readonly number[]
  readonly chance: Fraction
}

/**
 * The possible situations of a trial before the first and after each of these participants, who are drawn in epoch 1.
 */
export const standingsOf = (
  design: AllocationDesign,
  participants: readonly DrawnParticipant[],
): readonly (readonly ReachableState[])[] => {
  const casesByKey = new Map<string, readonly Case[]>()
  const casesFrom = (participant: DrawnParticipant, states: readonly (DrawState | null)[]) => {
    const drawnBy = designAt(design, participant)
    const name = JSON.stringify([drawnBy.cells, states])
    const cases = casesByKey.get(name) ?? casesOf(drawnBy, states)
    casesByKey.set(name, cases)
    return cases
  }
  const steps: (readonly ReachableState[])[] = [
    [{ states: new Map(), drawn: design.cells.map(() => 0), chance: fraction(1) }],
  ]
  for (const participant of participants) {
    const keys = stateKeys(design, 1, participant)
    const next = new Map<string, ReachableState>()
    for (const { states, drawn, chance } of steps.at(-1) ?? [])
      for (const { allocation, chance: ofCase } of casesFrom(
        participant,
        keys.map((key) => states.get(key) ?? null),
      )) {
        const after = {
          states: new Map([...states, ...allocation.states.map((state, index) => [keys[index] ?? '', state] as const)]),
          drawn: design.cells.map((cell, k) => (drawn[k] ?? 0) + Number(isDrawn(cell.group_ids, allocation))),
        }
        const name = JSON.stringify([[...after.states], after.drawn])
        const before = next.get(name)?.chance ?? fraction(0)
        next.set(name, { ...after, chance: plus(before, times(chance, ofCase)) })
      }
    steps.push([...next.values()])
  }
  return steps
}

const isDrawn = (groupIds: readonly number[], { group_ids }: Allocation): boolean =>
  groupIds.join() === group_ids.join()
