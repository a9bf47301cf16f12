import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../ground/audit/audit-entry'
import { appendAudits } from '../../ground/db/audit-log'
import { deleteRefusalsBefore } from '../../ground/db/refusals'
import { inTransaction } from '../../ground/db/transaction'
import type { ServerContext } from '../../use-cases/call/server-context'
import { hourOf } from '../../ground/refusals/refusal-counts'
import { later } from '../../ground/time/clock'

/** The number of counts in one transaction. Every sign-in waits for the chain until it ends. */
const PIECE = 200

const HOUR = 60 * 60

/** Records the refusals of every complete hour: one entry of the audit log for each count. */
export const recordRefusals = async (context: ServerContext): Promise<void> => {
  while (!context.is_stopping()) if ((await recordPiece(context)) < PIECE) return
}

const recordPiece = async ({ database, now }: ServerContext): Promise<number> => {
  const recorded = await inTransaction<number, never>(database, async (transaction) => {
    const at = now()
    const deletedRefusals = await deleteRefusalsBefore(transaction, hourOf(at), PIECE)
    await appendAudits(
      transaction,
      deletedRefusals.map((refusal) => entryOf(refusal, at)),
    )
    return accepted(deletedRefusals.length)
  })
  return recorded.ok ? recorded.value : 0
}

type RefusalCount = Awaited<ReturnType<typeof deleteRefusalsBefore>>[number]

const entryOf = ({ kind, code, call, hour, user_id, name, address, times }: RefusalCount, now: string) => {
  const timesInWords = times === 1 ? 'once' : `${times} times`
  const from = address ?? 'many addresses'
  const within = `${hour.slice(0, 10)} ${hour.slice(11, 16)}–${later(hour, HOUR).slice(11, 16)} UTC`
  const event = kind === 'sign_in_failed' ? 'Sign-in failed' : 'Access refused'
  return auditEntry({ ...byService(now), actor: { user_id } }, null, {
    kind,
    description: `${event} ${timesInWords}${name === null ? '' : ` for ${name}`} from ${from}, ${within}: ${call}, ${code}`,
    changes: [{ field: 'times', old: null, new: times }],
  })
}
