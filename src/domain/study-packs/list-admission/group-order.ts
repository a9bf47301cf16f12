import type { Chances } from './chance'
import { grouped } from '../../grouped'
import type { ImportedPack } from '../study-pack-import'

type Pack = Pick<ImportedPack, 'pack_id' | 'study_group_id'>

/**
 * How the order of pack ids reveals the study groups, in words: packs of a group are together or alternate, read from
 * the front or by their last characters, or are numbered in even steps. One order is one step.
 */
export function* orderPatternsInSteps(packs: readonly Pack[], chances: Chances): Generator<undefined, string[]> {
  const groups = grouped(packs, ({ study_group_id }) => study_group_id)
  if (groups.size < 2) return []
  const patterns: string[] = []
  for (const { keyOf, message } of ORDERS) {
    const order = inOrder(packs, keyOf)
    yield
    if (isOrdered(order, chances)) patterns.push(message)
    yield
  }
  return areInSteps([...groups.values()]) ? [...patterns, IN_STEPS] : patterns
}

const IN_ORDER = 'In order of pack ID, the study groups are clustered or alternate'
const BY_ENDINGS = 'In order of the last characters of the pack ID, the study groups are clustered or alternate'
const IN_STEPS = 'The pack IDs of each study group are evenly spaced'

/** Chances below which an order is none: of any, and of one without exception. */
const CERTAIN = 0.001
const SUSPICIOUS = 0.05
/** The longest turn that is looked for, in packs. */
const LONGEST_PERIOD = 12

/** Ids as people sort them: digits by the number that they write. */
const frontKey = (id: string): string => id.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(15, '0'))

const backKey = (id: string): string => Array.from(id.toLowerCase()).toReversed().join('')

const ORDERS = [
  { keyOf: frontKey, message: IN_ORDER },
  { keyOf: backKey, message: BY_ENDINGS },
]

/** The groups of packs, in order of a key of their ids. */
const inOrder = (packs: readonly Pack[], keyOf: (id: string) => string): number[] =>
  packs
    .map(({ pack_id, study_group_id }) => ({ key: keyOf(pack_id), group: study_group_id }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ group }) => group)

const isOrdered = (order: readonly number[], chances: Chances): boolean => {
  const groups = [...new Set(order)]
  const changes = order.filter((group, index) => index > 0 && group !== order[index - 1]).length
  const isPerfect = changes === groups.length - 1 || changes === order.length - 1
  const level = isPerfect ? SUSPICIOUS : CERTAIN / groups.length
  return groups.some((group) => chanceOfRuns(order, group, chances) < level) || repeatsOneOrder(order, chances)
}

/** How likely a shuffle has a group in so few runs, or in so many. */
const chanceOfRuns = (order: readonly number[], group: number, chances: Chances): number => {
  const ones = order.filter((each) => each === group).length
  const runs = order.filter((each, index) => index === 0 || (each === group) !== (order[index - 1] === group)).length
  const { atMost, atLeast } = chances.runs({ ones, others: order.length - ones, runs })
  return Math.min(atMost, atLeast)
}

/** Whether the same sequence of groups repeats to the end, which a shuffle would hardly do. */
const repeatsOneOrder = (order: readonly number[], chances: Chances): boolean => {
  const groups = [...grouped(order, (group) => group).values()]
  const logShuffles = groups.reduce(
    (sum, { length }) => sum - chances.logFactorial(length),
    chances.logFactorial(order.length),
  )
  for (let period = 2; period <= Math.min(LONGEST_PERIOD, order.length / 2); period += 1) {
    const isPeriodic = order.every((group, index) => index < period || group === order[index - period])
    if (isPeriodic) return (period + 1) * Math.log(groups.length) - logShuffles < Math.log(CERTAIN)
  }
  return false
}

/** Whether the ids of every group are numbers in even steps after the same text, three or more of one of them. */
const areInSteps = (groups: readonly (readonly Pack[])[]): boolean => {
  const numbered = groups.map((packs) => packs.map(({ pack_id }) => NUMBERED.exec(pack_id)))
  const texts = new Set(numbered.flat().map((parts) => parts?.[1]))
  return (
    texts.size === 1 &&
    !texts.has(undefined) &&
    numbered.some(({ length }) => length > 2) &&
    numbered.every((ids) => hasEvenSteps(ids.map((parts) => Number(parts?.[2])).sort((a, b) => a - b)))
  )
}

const NUMBERED = /^(.*?)(\d{1,15})$/

const hasEvenSteps = (numbers: readonly number[]): boolean => {
  const [first = 0, second = 0] = numbers
  return numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === second - first)
}
