import type { broadcastMessage as endpoint } from '#contract/message-broadcast'
import { accepted } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { insertBroadcast } from '../../../ground/db/messages'
import type { WriteHandler } from '../../call/call'

/** Queues a message to everybody who has an account now; it is sent to those who still have one then. */
export const broadcastMessage: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, body: { subject, body }, context, now, request_id }, transaction) => {
    const messages = await insertBroadcast(transaction, { kind: 'broadcast', subject, body, at: now, by: actor.name })
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, view, {
        kind: 'message_broadcast',
        description: `Message broadcast to ${messages.length} users: ${subject}`,
        changes: [
          { field: 'subject', old: null, new: subject },
          { field: 'body', old: null, new: body },
          { field: 'count', old: null, new: messages.length },
        ],
      }),
    )
    if (context.mail) context.database.transactions.afterCommit(context.mail.wake)
    return accepted({ messages })
  },

  answer: async (_call, _transaction, { messages = [] }) => accepted({ count: messages.length }),
}
