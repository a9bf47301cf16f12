import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { trialsWithLedger } from '../../../ground/db/self-check'
import { inTransaction } from '../../../ground/db/transaction'
import { lockTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { checkTrial } from './check-trial'
import { describeDifference, type Difference } from './difference'

/**
 * Checks the ledger of every trial. Where something does not follow from a ledger, writes an error to the log and an entry to
 * the trial's audit chain. A check that fails itself is logged, and the next trial is checked.
 */
export const checkEveryTrial = async (context: ServerContext): Promise<void> => {
  let wrong = 0
  const trials = await trialsWithLedger(context.database.queries)
  for (const trial_id of trials) {
    if (context.is_stopping()) return
    try {
      const difference = await checkTrial(context, trial_id)
      if (difference === null) continue
      wrong += 1
      await raiseAlarm(context, trial_id, difference)
    } catch (error) {
      context.log.error({ error, trial_id }, 'the self-check of a trial could not be made')
    }
  }
  context.log.info({ trials: trials.length, wrong }, 'self-check done')
}

const raiseAlarm = async (context: ServerContext, trial_id: number, difference: Difference): Promise<void> => {
  const description = describeDifference(difference)
  context.log.error({ trial_id, ...difference }, `self-check failed: ${description}`)
  await inTransaction(context.database, async (transaction) => {
    await lockTrial(transaction, trial_id)
    await appendAudit(
      transaction,
      auditEntry(byService(context.now()), null, {
        kind: 'self_check_failed',
        description: `Self-check of trial ${trial_id} failed: ${description}`,
        trial_id,
      }),
    )
    return accepted(true)
  })
}
