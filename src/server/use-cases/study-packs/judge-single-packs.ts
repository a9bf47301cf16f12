import { earlierByMs } from '../../ground/time/clock'
import type { Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isBlindedFrom } from '#domain/people/permissions'
import { CHANGE_REMEMBERED_MS, isStocked, MAX_WITHDRAWN_A_DAY, singlesOutPacks } from '#domain/study-packs/single-packs'
import { isStockAction, type StockAction, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { countWithdrawals, insertBlindedChanges } from '../../ground/db/blinded-pack-changes'
import { deletePackShortages, deletePackShortagesAt, findPackShortages } from '../../ground/db/pack-shortages'
import { findStockedPacks, type StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import type { LockedPacks } from './lock-permitted-packs'
import { needsUnblindedPerson } from './needs-unblinded-person'

/** An action on locked packs, with their state after it. */
type Change = {
  locked: LockedPacks
  action: StudyPackAction
  after: readonly StudyPackRow[]
  /** The day in the trial's time zone. */
  today: string
  changed_by: number
  reason: string
}

/**
 * Refuses a blinded person a change that could reveal the groups of single packs, with people to ask (decision 0035);
 * permitted changes are recorded. Up to three packs of a stock may always be withdrawn within a day. A change of a
 * stock by an unblinded person ends its shortage.
 */
export const judgeSinglePacks = async (transaction: Transaction, change: Change): Promise<Outcome<null, Refusal>> => {
  const { locked, action } = change
  if (!isStockAction(action)) return accepted(null)
  const sites = stocksOf(change)
  if (!isBlindedFrom(locked.view.permission, 'changeSinglePacks')) {
    await endShortages(transaction, change, sites)
    return accepted(null)
  }
  const isAllowed =
    (action === 'remove' && (await isWithdrawal(transaction, change))) ||
    !(await singlesOut(transaction, change, sites))
  if (!isAllowed) return refused(await needsUnblindedPerson(transaction, locked, sites))
  await insertBlindedChanges(
    transaction,
    sites.flatMap((site_id) => recordOf(change, action, site_id)),
  )
  return accepted(null)
}

/** Ends the shortages of the stocks that a change alters. A pack at no site belongs to none of those that sites manage. */
const endShortages = async (
  transaction: Transaction,
  change: Change,
  stocks: readonly (number | null)[],
): Promise<void> => {
  const { id, is_site_managing_packs } = change.locked.trial
  const changed = stocks.filter((stock) => changesStock(change, stock))
  const sites = changed.flatMap((stock) => stock ?? [])
  if (is_site_managing_packs) {
    if (sites.length > 0) await deletePackShortagesAt(transaction, id, sites)
  } else if (changed.length > 0) await deletePackShortages(transaction, id)
}

type PackSite = Pick<StudyPackRow, 'site_id'>

/** The stock that a pack belongs to: its site's, or null, the whole trial's, where sites do not manage packs. */
const stockOf = ({ trial }: LockedPacks, { site_id }: PackSite): number | null =>
  trial.is_site_managing_packs ? site_id : null

/** The stocks that a change touches. */
const stocksOf = ({ locked, after }: Change): (number | null)[] => [
  ...new Set([...locked.packs, ...after].map((pack) => stockOf(locked, pack))),
]

/**
 * Whether blinded people have removed few enough packs of each stock within a day; an allocated pack belongs to none.
 */
const isWithdrawal = async (transaction: Transaction, { locked, today }: Change): Promise<boolean> => {
  const since = earlierByMs(locked.now, CHANGE_REMEMBERED_MS)
  const withdrawn = new Map(await countWithdrawals(transaction, locked.trial.id, since))
  for (const pack of locked.packs.filter((one) => isStocked(one, today))) {
    const site = stockOf(locked, pack)
    withdrawn.set(site, (withdrawn.get(site) ?? 0) + 1)
  }
  const withdrawnAt = (site: number | null) =>
    [...withdrawn].reduce((sum, [other, packs]) => (isSharedStock(site, other) ? sum + packs : sum), 0)
  return locked.packs.every((pack) => withdrawnAt(stockOf(locked, pack)) <= MAX_WITHDRAWN_A_DAY)
}

/** Whether a change at one stock counts at another: before or after the sites began to manage their own. */
const isSharedStock = (one: number | null, other: number | null): boolean =>
  one === other || one === null || other === null

const singlesOut = async (
  transaction: Transaction,
  { locked, action, after, today }: Change,
  sites: readonly (number | null)[],
): Promise<boolean> => {
  const { trial, packs } = locked
  const touched = new Set(packs.map(({ id }) => id))
  const others = (await findStockedPacks(transaction, trial.id)).filter(({ id }) => !touched.has(id))
  const shortages = await findPackShortages(transaction, trial.id)
  return sites.some((site) => {
    const inStock = <Pack extends PackSite>(list: readonly Pack[]) =>
      list.filter((pack) => stockOf(locked, pack) === site)
    const [before, later] = [
      [...inStock(others), ...inStock(packs)],
      [...inStock(others), ...inStock(after)],
    ]
    const redated = action === 'update' ? touched : NONE
    const isShort = [...shortages].some((other) => isSharedStock(site, other))
    const rules = { min_active: trial.least_active_packs, today, isShort }
    return singlesOutPacks({ before, after: later, redated }, rules)
  })
}

const NONE: ReadonlySet<number> = new Set()

/** The packs of a change that belong to one stock before or after it; allocated and expired packs belong to none. */
const packsOfStock = ({ locked, after, today }: Change, site_id: number | null) =>
  locked.packs
    .map((pack, index) => ({ before: pack, later: after[index] ?? pack }))
    .filter(
      ({ before, later }) =>
        (isStocked(before, today) || isStocked(later, today)) &&
        (stockOf(locked, before) === site_id || stockOf(locked, later) === site_id),
    )

/** Whether a change alters a stock. After any other action the active packs are still known to lack a group. */
const changesStock = (change: Change, site_id: number | null): boolean =>
  packsOfStock(change, site_id).some(
    ({ before, later }) =>
      stockOf(change.locked, before) !== stockOf(change.locked, later) ||
      before.study_pack_status_id !== later.study_pack_status_id ||
      before.expire_on !== later.expire_on ||
      before.duration !== later.duration,
  )

/** The stored facts of a change at one stock. */
const recordOf = (change: Change, action: StockAction, site_id: number | null) => {
  const packs = packsOfStock(change, site_id).length
  const { locked, changed_by, reason } = change
  return packs === 0
    ? []
    : [{ trial_id: locked.trial.id, site_id, changed_at: locked.now, changed_by, action, packs, reason }]
}
