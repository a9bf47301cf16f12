import { accepted } from '#domain/outcome'
import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { raiseAlarm, type AlarmSubject } from '../../../ground/db/alarms'
import { notifySystemAdministrators } from '../../../ground/db/audit-chains'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import type { ServerContext } from '../../call/server-context'

/** The email about an alarm. It names no trial, since the trial may be protected. */
type AlarmWords = { subject: string; body: string }

const ALARM_HINT = '“Status” in the portal shows every open alarm. Acknowledge it there, with what you found.'

/**
 * Raises alarms for the faults of a check, in one transaction with emails to the system administrators and the writes
 * of `beside`. An alarm that is open already is only updated: nobody gets another email.
 */
export const raiseAlarms = async (
  context: ServerContext,
  subjects: readonly AlarmSubject[],
  { subject, body }: AlarmWords,
  beside: (transaction: Transaction, now: string) => Promise<void> = async () => {},
): Promise<void> => {
  await inTransaction(context.database, async (transaction) => {
    const now = context.now()
    await beside(transaction, now)
    let areNew = false
    for (const one of subjects) if (await raiseAlarm(transaction, one, now)) areNew = true
    if (!areNew) return accepted(null)
    const recipients = await notifySystemAdministrators(
      transaction,
      { kind: 'broadcast', subject, body: `${body}\n\n${ALARM_HINT}`, at: now, by: context.config.service_name },
      SYSTEM_ADMINISTRATOR.id,
    )
    if (recipients === 0)
      context.log.error({ alarms: subjects.length }, 'no system administrator is emailed about alarms')
    if (context.mail) context.database.transactions.afterCommit(context.mail.wake)
    return accepted(null)
  })
}
