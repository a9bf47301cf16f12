import { grouped } from '../grouped'
import { isAllocatable, lastAllocationDate, studyPackStatusOfId } from './study-pack'

/**
 * The fewest active packs that a blinded person may leave, where the trial does not say otherwise, and its limits
 * (decision 0035).
 */
export const USUAL_LEAST_ACTIVE_PACKS = 6
export const LOWEST_LEAST_ACTIVE_PACKS = 4
export const HIGHEST_LEAST_ACTIVE_PACKS = 1000

/** How many packs of a stock blinded people may withdraw for good within a day, whatever remains. */
export const MAX_WITHDRAWN_A_DAY = 3

/** How long a blinded person's change is remembered: to count withdrawals, and to name it when packs are missing. */
export const CHANGE_REMEMBERED_MS = 24 * 3_600_000

/** The fields of a pack on which randomising depends. Days are `YYYY-MM-DD`. */
export type StockedPack = {
  id: number
  study_pack_status_id: number
  expire_on: string | null
  duration: number | null
}

/** Whether a pack belongs to a stock on a day: it can be allocated, or could be once it is activated. */
export const isStocked = (pack: StockedPack, today: string): boolean => {
  const status = studyPackStatusOfId(pack.study_pack_status_id)?.key
  const last = lastAllocationDate(pack)
  return (status === 'active' || status === 'inactive') && (last === null || last >= today)
}

/** The packs of one stock, a site's or the whole trial's, before and after a change. */
export type StockChange = {
  before: readonly StockedPack[]
  after: readonly StockedPack[]
  /** The packs that get other days, where the change is one of days. */
  redated: ReadonlySet<number>
}

export type StockRules = {
  /** The fewest active packs that may be left. */
  min_active: number
  today: string
  /** Whether randomising was refused there because packs were missing, since an unblinded person last changed them. */
  isShort: boolean
}

/**
 * Whether a change by a blinded person could reveal the groups of single packs: a refusal to randomise reveals that the
 * active packs lack a group. So these must be none, at least `min_active` or the whole stock, before and after; and after a
 * shortage none or the whole stock. The same holds afterwards for those that expire by any day, since they are given
 * first. Nor may the stock become small, or packs be set apart by their days. Source: decision 0035.
 */
export const singlesOutPacks = ({ before, after, redated }: StockChange, rules: StockRules): boolean => {
  const [earlier, later] = [stockOf(before, rules.today), stockOf(after, rules.today)]
  const isOfSamePacks = isSameSet(earlier.whole, later.whole)
  if (isOfSamePacks && isSameSet(earlier.active, later.active) && !hasNewDays(earlier, later)) return false
  if (!isHidden(earlier, rules.min_active) || !isHiddenByDay(later, rules.min_active)) return true
  if (rules.isShort && !(isOfSamePacks && isHidden(later, Infinity))) return true
  if (!isOfSamePacks && later.whole.length > 0 && later.whole.length < rules.min_active) return true
  return redated.size > 0 && setsApart(earlier, later, redated, rules.min_active)
}

type Stock = { active: readonly StockedPack[]; whole: readonly StockedPack[] }

const stockOf = (packs: readonly StockedPack[], today: string): Stock => ({
  active: packs.filter((pack) => isAllocatable(pack, today)),
  whole: packs.filter((pack) => isStocked(pack, today)),
})

const isHidden = ({ active, whole }: Stock, minActive: number): boolean =>
  isHiddenAmong({ active: active.length, whole: whole.length }, minActive)

type Count = { active: number; whole: number }
const isHiddenAmong = ({ active, whole }: Count, minActive: number): boolean =>
  active === 0 || active >= minActive || active === whole

/** The same, also for those alone that expire by each of the days. */
const isHiddenByDay = (stock: Stock, minActive: number): boolean =>
  runningCounts(stock, expiry).every((count) => isHiddenAmong(count, minActive))

/** The same, also for those alone that can still be allocated after each of the days. */
const isHiddenLater = (stock: Stock, minActive: number): boolean =>
  runningCounts(stock, lastDay).every((by) =>
    isHiddenAmong({ active: stock.active.length - by.active, whole: stock.whole.length - by.whole }, minActive),
  )

/** How many packs there are up to each day, in order of days. */
const runningCounts = ({ active, whole }: Stock, dayOf: (pack: StockedPack) => string): Count[] => {
  const activeBy = grouped(active, dayOf)
  const wholeBy = grouped(whole, dayOf)
  const running = { active: 0, whole: 0 }
  return [...wholeBy.keys()].toSorted().map((day) => {
    running.active += activeBy.get(day)?.length ?? 0
    running.whole += wholeBy.get(day)?.length ?? 0
    return { ...running }
  })
}

/** After every day. */
const NEVER = '9999-12-31'
const expiry = ({ expire_on }: StockedPack): string => expire_on ?? NEVER
const lastDay = (pack: StockedPack): string => lastAllocationDate(pack) ?? NEVER

const isSameSet = (one: readonly StockedPack[], other: readonly StockedPack[]): boolean => {
  const ids = new Set(one.map(({ id }) => id))
  return one.length === other.length && other.every(({ id }) => ids.has(id))
}

const datesOf = ({ expire_on, duration }: StockedPack): string => `${expire_on ?? NEVER}/${duration ?? 0}`

const hasNewDays = (earlier: Stock, later: Stock): boolean => {
  const dates = new Map(earlier.whole.map((pack) => [pack.id, datesOf(pack)]))
  return later.whole.some((pack) => dates.get(pack.id) !== datesOf(pack))
}

/**
 * Whether new days set packs apart: packs of the same days are separated, fewer than `minActive` get days of their own, or
 * on a future day too few of the active ones can still be allocated.
 */
const setsApart = (earlier: Stock, later: Stock, redated: ReadonlySet<number>, minActive: number): boolean => {
  const isRedated = ({ id }: StockedPack) => redated.has(id)
  const isParted = [...grouped(earlier.whole, datesOf).values()].some(
    (withSameDays) => withSameDays.some(isRedated) && !withSameDays.every(isRedated),
  )
  const isFew = [...grouped(later.whole, datesOf).values()].some(
    (withSameDays) =>
      withSameDays.some(isRedated) && withSameDays.length < minActive && withSameDays.length < later.whole.length,
  )
  return isParted || isFew || !isHiddenLater(later, minActive)
}
