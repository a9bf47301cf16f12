import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { accepted } from '#domain/outcome'
import { systemPermission } from '#domain/people/permissions'
import { dayIn } from '../../ground/time/calendar'
import { appendAudit } from '../../ground/db/audit-log'
import { inTransaction } from '../../ground/db/transaction'
import { alertLowStock } from '../../doors/jobs/alert-low-stock'
import type { WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../../use-cases/call/server-context'
import { changeSampleStatus } from './change-sample-status'
import { sampleActor, silent } from './sample-call'
import { lapseSamplePacks } from './sample-pack-logs'
import { findSampleTrial, lockSample } from './sample-lock'
import type { SampleTrial } from './sample-trial'

/**
 * The events after recruitment: dispensed packs, and trials paused, finished or terminated. Stored in one transaction
 * with the audit entry by which every later start knows that the sample is complete.
 */
export const completeSample = async (context: ServerContext, trials: readonly SampleTrial[]): Promise<void> => {
  const now = context.now()
  const completed = await inTransaction(context.database, async (transaction) => {
    const { is_complete } = await lockSample(transaction)
    if (is_complete) return accepted(false)
    const administrator = await sampleActor(transaction, 'administrator')
    for (const sample of trials) {
      const trial = await findSampleTrial(transaction, sample.form.title)
      if (sample.packs.length > 0) await lapseSamplePacks(transaction, trial, lapseAt(trial, now))
      if (sample.end) await changeSampleStatus(transaction, context, administrator, trial, sample.end)
    }
    const participants = trials.reduce((sum, trial) => sum + trial.participants.length, 0)
    await appendAudit(
      transaction,
      auditEntry(
        { ...byService(now), actor: administrator },
        { permission: systemPermission(administrator.permissions) },
        {
          kind: 'sample_data_loaded',
          description: `Sample data loaded: ${trials.length} trials, ${participants} participants`,
        },
      ),
    )
    return accepted(true)
  })
  // Low stock in the sample's past must not be reported.
  if (completed.ok && completed.value) await alertLowStock(silent(context))
  context.log.info('The sample data is loaded')
}

const lapseAt = (trial: WholeTrial, now: string) => ({ now, today: dayIn(trial.selected_timezone, now) })
