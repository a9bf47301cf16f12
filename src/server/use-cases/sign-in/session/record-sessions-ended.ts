import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import type { Actor } from '../../call/call'

/** Records in the audit log that a person ended these other sessions of theirs, by their numbers. */
export const recordSessionsEnded = async (
  transaction: Transaction,
  { actor, now, request_id }: { actor: Actor; now: string; request_id: string },
  sessions: readonly number[],
): Promise<void> => {
  const sessionsInWords = `${sessions.length === 1 ? 'session' : 'sessions'} ${sessions.toSorted((a, b) => a - b).join(', ')}`
  await appendAudit(
    transaction,
    auditEntry({ actor, now, request_id }, null, {
      kind: 'sessions_ended',
      description: `${actor.name} signed out of ${sessionsInWords}`,
    }),
  )
}
