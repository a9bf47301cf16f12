import { auditEntry, byService } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import type { CheckCounts } from '../../../ground/db/job-claims'
import { trialsWithLedger } from '../../../ground/db/self-check'
import { lockTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { raiseAlarms } from '../status/raise-alarms'
import { checkTrial } from './check-trial'
import { describeDifference, type Difference } from './difference'

/**
 * Checks the ledger of every trial. Where something does not follow from a ledger, writes an error to the log and an entry to
 * the trial's audit chain, and raises an alarm. A check that fails itself is logged, and the next trial is checked.
 */
export const checkEveryTrial = async (context: ServerContext): Promise<CheckCounts | void> => {
  let wrong = 0
  let unchecked = 0
  const trials = await trialsWithLedger(context.database.queries)
  for (const trial_id of trials) {
    if (context.is_stopping()) return
    try {
      const difference = await checkTrial(context, trial_id)
      if (difference === null) continue
      wrong += 1
      await raiseAlarm(context, trial_id, difference)
    } catch (error) {
      unchecked += 1
      context.log.error({ error, trial_id }, 'the self-check of a trial could not be made')
    }
  }
  context.log.info({ trials: trials.length, wrong }, 'self-check done')
  return { checked: trials.length - unchecked, wrong, unchecked }
}

const WORDS = {
  subject: 'A ledger is wrong',
  body: 'The nightly self-check found a ledger that does not follow from its seed and its records. Someone may have changed the database. Please keep the database as it is, and compare it with a backup. The audit log has an entry “Self-check failed”, and the server’s log says what differs.',
}

const raiseAlarm = async (context: ServerContext, trial_id: number, difference: Difference): Promise<void> => {
  const description = describeDifference(difference)
  context.log.error({ trial_id, ...difference }, `self-check failed: ${description}`)
  await raiseAlarms(context, [{ kind: 'ledger', trial_id }], WORDS, async (transaction, now) => {
    await lockTrial(transaction, trial_id)
    await appendAudit(
      transaction,
      auditEntry(byService(now), null, {
        kind: 'self_check_failed',
        description: `Self-check of trial ${trial_id} failed: ${description}`,
        trial_id,
      }),
    )
  })
}
