import { isLowStock } from '#domain/low-stock'
import { accepted } from '#domain/outcome'
import { clearStockAlert, findWatchedStock, raiseStockAlert, type WatchedStock } from '../db/stock-alerts'
import { inTransaction, type Transaction } from '../db/transaction'
import { findTrial } from '../db/trials'
import { queueLowStock } from '../mail/announcements'
import type { Portal } from '../portal'
import { forEachTrial } from './for-each-trial'

/**
 * Tells the people of a trial when its packs that may be allocated, or those at one of its sites, have fallen to the level that
 * was set for them: once, and again only after they have risen above it.
 */
export const alertLowStock = async (portal: Portal): Promise<void> => {
  const stock = await findWatchedStock(portal.database.queries, null, portal.now())
  const trialIds = new Set(stock.filter(hasTurned).map(({ trial_id }) => trial_id))
  await forEachTrial(portal, trialIds, async (trialId) => {
    await inTransaction(portal.database, async (transaction) => accepted(await tellStock(transaction, portal, trialId)))
  })
}

/** The same for one trial, all its letters and what is remembered of them in one transaction. */
const tellStock = async (transaction: Transaction, portal: Portal, trialId: number): Promise<void> => {
  const turned = (await findWatchedStock(transaction, trialId, portal.now())).filter(hasTurned)
  const trial = turned.length > 0 ? await findTrial(transaction, trialId) : undefined
  if (!trial) return
  const deed = { by: portal.config.service_name, at: portal.now() }
  for (const { level: lowAt, ...stock } of turned) {
    if (lowAt === null || !isLowStock(stock.allocatable, lowAt)) await clearStockAlert(transaction, stock)
    else if (await raiseStockAlert(transaction, stock, deed.at)) {
      await queueLowStock(transaction, portal, {
        ...deed,
        trial,
        site: stock.site,
        active: stock.allocatable,
        level: lowAt,
      })
    }
  }
}

/** Whether what people were told is not so any more. */
const hasTurned = ({ allocatable, level, is_told }: WatchedStock): boolean => isLowStock(allocatable, level) !== is_told
