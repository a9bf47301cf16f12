import { isLowStock } from '#domain/study-packs/low-stock'
import { accepted } from '#domain/outcome'
import { deleteStockAlert, findWatchedStock, raiseStockAlert, type WatchedStock } from '../../ground/db/stock-alerts'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import { queueLowStock } from '../../ground/mail/announcements'
import type { ServerContext } from '../../use-cases/call/server-context'
import { forEachTrial } from './for-each-trial'

/**
 * Notifies the people of a trial when its allocatable packs, or those at one of its sites, have fallen to the alert level:
 * once, and again only after they have risen above it. An alert without a recipient is not raised
 * (src/decisions/0112-news-that-would-reach-nobody.md).
 */
export const alertLowStock = async (context: ServerContext): Promise<void> => {
  const stock = await findWatchedStock(context.database.queries, null, context.now())
  const trialIds = new Set(stock.filter(hasTurned).map(({ trial_id }) => trial_id))
  await forEachTrial(context, trialIds, async (trialId) => {
    await inTransaction(context.database, async (transaction) =>
      accepted(await announceStock(transaction, context, trialId)),
    )
  })
}

/** The same for one trial, its messages and alert states in one transaction. */
const announceStock = async (transaction: Transaction, context: ServerContext, trialId: number): Promise<void> => {
  const turned = (await findWatchedStock(transaction, [trialId], context.now())).filter(hasTurned)
  const trial = turned.length > 0 ? await findTrial(transaction, trialId) : undefined
  if (!trial) return
  const deed = { by: context.config.service_name, at: context.now() }
  for (const { level: lowAt, ...stock } of turned) {
    if (lowAt === null || !isLowStock(stock.allocatable, lowAt)) await deleteStockAlert(transaction, stock)
    else if (await raiseStockAlert(transaction, stock, deed.at)) {
      const { site, allocatable: active } = stock
      const recipients = await queueLowStock(transaction, context, { ...deed, trial, site, active, level: lowAt })
      // An alert says that people know of the stock: without a recipient the next run tries again.
      if (recipients === 0 && context.mail !== null) await deleteStockAlert(transaction, stock)
    }
  }
}

/** Whether the alert state is outdated. */
const hasTurned = ({ allocatable, level, has_alert }: WatchedStock): boolean =>
  isLowStock(allocatable, level) !== has_alert
