import { refusal } from '#contract/errors'
import type { resendMessage as endpoint } from '#contract/messages'
import { MESSAGE_KINDS, mayResend } from '#domain/people/notifications'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { insertMessages } from '../../../ground/db/messages'
import { findMessages, lockMessage, markResent } from '../../../ground/db/trial-messages'
import { lockTrial } from '../../../ground/db/trials'
import type { WriteHandler } from '../../call/call'
import { shownMessage } from './show-message'

/**
 * Sends an email again: a new one in its place, to its recipient's present address, by their rights when it is sent. An
 * email that is still being delivered stays unchanged.
 */
export const resendMessage: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id, message_id } = call.parameters
    const { view } = call
    const { mail, database } = call.context
    await lockTrial(transaction, trial_id)
    const now = call.context.now()
    const message = await lockMessage(transaction, trial_id, view.sites, message_id)
    if (!message) return refused(refusal('not_found'))
    if (!mayResend(message.state)) return refused(refusal('message_not_resendable'))
    const { site_id, user_id, facts, name, email } = message
    const recipient = { user_id, recipient_name: name, recipient_address: email }
    await markResent(transaction, message_id)
    const messages = await insertMessages(transaction, [
      { trial_id, site_id, ...recipient, facts, queued_at: now, resent_of: message_id },
    ])
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'message_resent',
        description: `Message ${message_id} of trial ${trial_id} (${MESSAGE_KINDS[message.kind].title}) sent again to ${name}`,
        changes: [{ field: 'state', old: message.state, new: 'resent' }],
      }),
    )
    if (mail) database.transactions.afterCommit(mail.wake)
    return accepted({ messages })
  },

  answer: async ({ view }, transaction, { messages = [] }) => {
    const [row] = await findMessages(transaction, view.trial_id, view.sites, messages)
    return row ? accepted(shownMessage(row)) : refused(refusal('not_found'))
  },
}
