import { countsAfter, type CountsAfterChange } from '#domain/randomisation/epoch'
import { storeEpoch } from '../../ground/db/save-trial'
import type { Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import { canonicalJson } from '../../ground/ledger/canonical-json'
import { ledgerDesign } from '../../ground/ledger/ledger-records'
import { appendLedger, type NewLedgerRecord } from './append-ledger'
import { designOf, type DesignSettings } from './trial-design'

/**
 * Records in a trial's ledger that its settings were saved, `before` and `after` as they are stored: a `settings` record
 * where the design differs, and after it an `epoch` record where counts, urns and blocks begin again, which they then do; also
 * where the design before was none that could be run; or a `carried` record where they go on with other settings. A trial that was never started has nothing to record. Answers the epoch
 * of the draws to come. Source: src/specification/rct-alloc-1.md#epochs.
 */
export const recordDesign = async (
  transaction: Transaction,
  context: ServerContext,
  before: WholeTrial,
  after: WholeTrial,
  now: string,
): Promise<number> => {
  if (before.ledger_head === null) return before.epoch
  const [designBefore, designAfter] = [designOf(before), designOf(after)]
  if (!designAfter.ok)
    throw new Error(`trial ${after.id} was saved with a design that cannot be run: ${designAfter.refusal.code}`)
  const design = ledgerDesign(designAfter.value)
  if (designBefore.ok && canonicalJson(design) === canonicalJson(ledgerDesign(designBefore.value))) return before.epoch
  const records: NewLedgerRecord[] = [{ type: 'settings', at: now, design }]
  const counts = countsUnder(before, after)
  const epoch = counts === 'begin_again' ? before.epoch + 1 : before.epoch
  if (counts === 'carried') records.push({ type: 'carried', at: now, epoch })
  if (counts === 'begin_again') {
    records.push({ type: 'epoch', at: now, epoch })
    await storeEpoch(transaction, after.id, epoch)
  }
  await appendLedger(transaction, context, after, records)
  return epoch
}

/** Whether counts, urns and blocks would begin again with these settings: never before the first start. */
export const wouldBeginEpoch = (before: WholeTrial, after: DesignSettings): boolean =>
  countsUnder(before, after) === 'begin_again'

/** What would become of counts, urns and blocks. */
const countsUnder = (before: WholeTrial, after: DesignSettings): CountsAfterChange => {
  if (before.ledger_head === null) return 'unchanged'
  const [designBefore, designAfter] = [designOf(before), designOf(after)]
  if (!designAfter.ok) return 'unchanged'
  return designBefore.ok ? countsAfter(designBefore.value, designAfter.value) : 'begin_again'
}
