import { isReported, monthBefore } from '#domain/reports/monthly-report'
import { monthInWords } from '#domain/time/day-in-words'
import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { appendAudits } from '../../ground/db/audit-log'
import { insertMessages } from '../../ground/db/messages'
import {
  deleteMonthlyRecipients,
  findMonthlyRecipients,
  storeMonthlyReport,
  trialsWithMonthlyReport,
} from '../../ground/db/monthly-reports'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import { findTrialPeople } from '../../ground/db/trial-people'
import { lockTrial } from '../../ground/db/trials'
import { livePermissions } from '../../ground/db/user-permissions'
import { commonFacts } from '../../ground/mail/announcements'
import { messagesTo } from '../../ground/mail/queue-messages'
import { dayIn } from '../../ground/time/calendar'
import { lastHour } from '../../ground/time/scheduled-hours'
import type { ServerContext } from '../../use-cases/call/server-context'
import { mayGetReport } from '../../use-cases/reports/monthly/may-get-report'
import { monthlyFigures } from '../../use-cases/reports/monthly/monthly-figures'
import { recipientsEntry } from '../../use-cases/reports/monthly/recipients-entry'
import { monthlyReportHours } from '../../use-cases/reports/monthly/shown-monthly-report'
import { forEachTrial } from './for-each-trial'

/**
 * Sends the report of the month before to the chosen people of each trial, once for each trial and month. People whose
 * permissions no longer show them the trial's reports are removed from its recipients (src/decisions/0082-letters-and-notices.md).
 */
export const sendMonthlyReports = async (context: ServerContext): Promise<void> => {
  if (context.mail === null) return
  await forEachTrial(context, await trialsWithMonthlyReport(context.database.queries), async (trialId) => {
    await inTransaction(context.database, async (transaction) => accepted(await sendOne(transaction, context, trialId)))
  })
}

/** The live permissions of a person in a trial and in the system, with an account or without. */
const permissionsIn = async (transaction: Transaction, trialId: number, userId: number) =>
  (await livePermissions(transaction, userId)).filter(({ trial_id }) => trial_id === null || trial_id === trialId)

const sendOne = async (transaction: Transaction, context: ServerContext, trial_id: number): Promise<void> => {
  const trial = await lockTrial(transaction, trial_id)
  if (!trial) return
  const now = context.now()
  const people = (await findTrialPeople(transaction, trial_id, now)).filter((person) => mayGetReport(trial, person))
  const chosen = await findMonthlyRecipients(transaction, trial_id)
  const absent = chosen.map(({ user_id }) => user_id).filter((id) => !people.some(({ user_id }) => user_id === id))
  const removed: number[] = []
  for (const user_id of absent)
    // An account that ended may be extended: its person is sent nothing meanwhile, and stays chosen.
    if (!mayGetReport(trial, { permissions: await permissionsIn(transaction, trial_id, user_id) }))
      removed.push(user_id)
  // People chosen later get the next month's report, even if this one is sent late.
  const due = lastHour(monthlyReportHours, now)
  const chosenInTime = chosen.filter(({ chosen_at }) => chosen_at <= due).map(({ user_id }) => user_id)
  const recipients = people.filter(({ user_id }) => chosenInTime.includes(user_id))
  await deleteMonthlyRecipients(transaction, trial_id, removed)
  const change = { trial_id, added: [], removed, reason: 'they may not see its reports' }
  const entries = removed.length > 0 ? [recipientsEntry(byService(now), null, change)] : []
  const month = monthBefore(dayIn(trial.selected_timezone, now))
  const report = { trial_id, month, sent_at: now, recipients: recipients.length }
  const isDue = recipients.length > 0 && isReported(trial, month) && (await storeMonthlyReport(transaction, report))
  if (isDue) {
    const facts = {
      ...commonFacts(trial, { by: context.config.service_name, at: now }),
      kind: 'monthly_report',
      month,
      figures: await monthlyFigures(transaction, trial, { month, now }),
    } as const
    await insertMessages(transaction, messagesTo(trial_id, recipients, facts))
    if (context.mail !== null) context.database.transactions.afterCommit(context.mail.wake)
    entries.push(
      auditEntry(byService(now), null, {
        kind: 'monthly_report_sent',
        description: `Monthly report of trial ${trial_id} for ${monthInWords(month)} sent`,
        trial_id,
        changes: recipients.map(({ user_id }) => ({ field: 'recipient_user_id', old: null, new: user_id })),
      }),
    )
  }
  await appendAudits(transaction, entries)
}
