import { finished } from '../../finished'
import { MAX_LIST_ROWS } from '../../own-lists/list-row'
import { LIST_TESTS, type ListTest } from '../../own-lists/list-tests'
import type { ListStratum } from '../own-list'
import { areAllAlike, beginAlike, orderFault } from './list-order'
import { countStrata, keyOf, nameOfStratum, strataOfFrame, type ListFrame } from './list-rows'
import { searchUsualSeeds } from './usual-seeds'

/** A test that a list fails, in words that name a stratum and no study group. */
export type ListFault = { readonly test: ListTest; readonly message: string }

export type JudgedList = {
  /** The strata of all lists in force, this one's rows behind the others'. */
  readonly whole: readonly ListStratum[]
  /** What this list adds. */
  readonly added: readonly ListStratum[]
  /** The strata of the earlier lists in force. */
  readonly before: readonly ListStratum[]
  /** The rows in the order of the file, each a cell: a program may have made all strata from one seed. */
  readonly as_written: readonly number[]
  readonly sample_size: number
}

/** Every test that a list fails, of each test the first stratum at fault. Empty where it may be used. */
export const judgeList = (list: JudgedList, frame: ListFrame): readonly ListFault[] =>
  finished(judgeListInSteps(list, frame))

/** The same with pauses, in which a server answers others. */
export function* judgeListInSteps(list: JudgedList, frame: ListFrame): Generator<undefined, readonly ListFault[]> {
  const { weights, shares } = sharesOf(frame)
  const named = (stratum: ListStratum) => nameOfStratum(stratum, frame)
  const messages: Record<ListTest, string | undefined> = {
    rows: rowsFault(list, frame),
    ratio: ratioFault(list, weights, named),
    order: firstOf(list.added, named, ({ cells }) => orderFault(cells, shares)),
    copies: copiesFault(list, named),
    seed: yield* seedFault(list, weights),
  }
  return LIST_TESTS.flatMap(({ name }) => {
    const message = messages[name]
    return message === undefined ? [] : [{ test: name, message }]
  })
}

/** Whether a list that passed its tests goes with a design as it is now: its strata, its ratio and its number of rows. */
export const fitsFrame = (list: Omit<JudgedList, 'as_written'>, frame: ListFrame): boolean => {
  // Each stratum needs a row; and so many strata may be more than memory holds.
  if (countStrata(frame) > list.whole.length) return false
  const known = new Set(strataOfFrame(frame).map(keyOf))
  const { weights } = sharesOf(frame)
  return (
    list.added.every(
      (stratum) => known.has(keyOf(stratum)) && stratum.cells.every((cell) => (weights[cell] ?? 0) > 0),
    ) &&
    rowsFault(list, frame) === undefined &&
    ratioFault(list, weights, (stratum) => nameOfStratum(stratum, frame)) === undefined
  )
}

/** The fewest rows of each stratum: two rounds of the ratio, or an equal part of the sample size where that is more. */
export const fewestRows = (frame: ListFrame, sampleSize: number): number => {
  const strata = Math.max(1, countStrata(frame))
  const round = sharesOf(frame).weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(2 * round, Math.ceil(sampleSize / strata))
}

/** Whether one list, with so many rows of earlier ones, cannot have the fewest rows of every stratum. */
export const isBeyondLists = (frame: ListFrame, sampleSize: number, earlierRows = 0): boolean =>
  countStrata(frame) * fewestRows(frame, sampleSize) > MAX_LIST_ROWS + earlierRows

/** Why a design is refused that no list could fill. */
export const BEYOND_LISTS = `An uploaded list has at most ${MAX_LIST_ROWS} rows, which are too few for these sites, strata and sample size. Use fewer of them, or another method`

const sharesOf = ({ design }: ListFrame) => {
  const weights = design.cells.map(({ weight }) => weight)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return { weights, shares: weights.map((weight) => weight / sum) }
}

const rowsFault = (
  { whole, sample_size }: Pick<JudgedList, 'whole' | 'sample_size'>,
  frame: ListFrame,
): string | undefined => {
  const fewest = fewestRows(frame, sample_size)
  const rowsOf = new Map(whole.map((stratum) => [keyOf(stratum), stratum.cells.length]))
  const short = strataOfFrame(frame).filter((stratum) => (rowsOf.get(keyOf(stratum)) ?? 0) < fewest)
  const [first] = short
  if (first === undefined) return undefined
  const more = short.length > 1 ? ` So do ${short.length - 1} other strata.` : ''
  return `${nameOfStratum(first, frame)} needs ${fewest} rows or more.${more}`
}

/** Further from its expected number than 3 standard deviations of independent rows, in a stratum or in all rows together. */
const ratioFault = (
  { whole }: Pick<JudgedList, 'whole'>,
  weights: readonly number[],
  named: (stratum: ListStratum) => string,
): string | undefined => {
  const isOff = (cells: readonly number[]) => {
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return weights.some((weight, cell) => {
      const apart = sum * cells.filter((one) => one === cell).length - weight * cells.length
      return apart * apart > 9 * cells.length * weight * (sum - weight)
    })
  }
  if (isOff(whole.flatMap(({ cells }) => cells))) return 'The rows are not in the ratio of the study groups.'
  return firstOf(whole, named, ({ cells }) =>
    isOff(cells) ? 'The rows are not in the ratio of the study groups' : null,
  )
}

const copiesFault = ({ added, before }: JudgedList, named: (stratum: ListStratum) => string): string | undefined => {
  for (const [place, one] of added.entries()) {
    const copied = [...before, ...added.slice(0, place)].find(({ cells }) => beginAlike(cells, one.cells))
    if (copied !== undefined) return `${named(one)} has the rows of ${named(copied)}.`
  }
  return areAllAlike(added.map(({ cells }) => cells)) ? 'Every stratum has the same rows.' : undefined
}

function* seedFault(
  { added, as_written }: JudgedList,
  weights: readonly number[],
): Generator<undefined, string | undefined> {
  const sequences = added.length === 1 ? [as_written] : [as_written, ...added.map(({ cells }) => cells)]
  return (yield* searchUsualSeeds(sequences, weights))
    ? 'R makes these rows from a seed that many people use. Choose a long random seed and make the list again.'
    : undefined
}

const firstOf = (
  strata: readonly ListStratum[],
  named: (stratum: ListStratum) => string,
  faultOf: (stratum: ListStratum) => string | null,
): string | undefined => {
  for (const stratum of strata) {
    const fault = faultOf(stratum)
    if (fault !== null) return `${named(stratum)}: ${fault}.`
  }
  return undefined
}
