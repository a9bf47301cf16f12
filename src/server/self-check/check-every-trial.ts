import { accepted } from '#domain/outcome'
import { appendAudit } from '../db/audit-log'
import { trialsWithLedger } from '../db/self-check'
import { inTransaction } from '../db/transaction'
import { lockTrial } from '../db/trials'
import type { Portal } from '../portal'
import { checkTrial } from './check-trial'
import { toldDifference, type Difference } from './difference'

/**
 * Makes the ledger of every trial again and raises an alarm where something does not follow from it: an error in the log and
 * an entry in the trial's audit chain. A trial whose check fails of itself is told in the log and the next one is checked.
 */
export const checkEveryTrial = async (portal: Portal): Promise<void> => {
  let wrong = 0
  const trials = await trialsWithLedger(portal.database.queries)
  for (const trial_id of trials) {
    if (portal.is_stopping()) return
    try {
      const found = await checkTrial(portal, trial_id)
      if (found === null) continue
      wrong += 1
      await raiseAlarm(portal, trial_id, found)
    } catch (error) {
      portal.log.error({ error, trial_id }, 'the self-check of a trial could not be made')
    }
  }
  portal.log.info({ trials: trials.length, wrong }, 'self-check done')
}

const raiseAlarm = async (portal: Portal, trial_id: number, found: Difference): Promise<void> => {
  const told = toldDifference(found)
  portal.log.error({ trial_id, ...found }, `self-check failed: ${told}`)
  await inTransaction(portal.database, async (transaction) => {
    await lockTrial(transaction, trial_id)
    await appendAudit(transaction, {
      kind: 'self_check_failed',
      description: `Self-check of trial ${trial_id} failed: ${told}`,
      created_at: portal.now(),
      trial_id,
      user_id: null,
      role: null,
      changes: [],
      reason: null,
      request_id: null,
    })
    return accepted(true)
  })
}
