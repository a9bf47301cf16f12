import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { findPersonOfExternalAccount, lockExternalAccount } from '../../../ground/db/external-accounts'
import { inTransaction } from '../../../ground/db/transaction'
import type { ServerContext } from '../../call/server-context'
import { accountAddress, EXTERNAL_ISSUER } from '../../../ground/sessions/external-identity'
import { sendPasswordLink } from './send-password-link'
import { claimTryWithin, throttled, type TooEarly } from './throttle'

type ResetRequest = { email: string; address: string; request_id: string }

/** The least time of every request, in milliseconds: several times that of storing a link. */
export const MIN_MS = 150

/**
 * Sends the link by which an account's password is chosen, where an account has this address, without revealing whether one
 * does, by answer or by time. Silently sends at most three emails an hour. Refuses too many requests from one network
 * `address`.
 */
export const requestReset = async (context: ServerContext, request: ResetRequest): Promise<Outcome<null, TooEarly>> => {
  const [outcome] = await Promise.all([sendLink(context, request), context.wait(MIN_MS)])
  return outcome
}

const sendLink = async (
  context: ServerContext,
  { email, address, request_id }: ResetRequest,
): Promise<Outcome<null, TooEarly>> => {
  const now = context.now()
  const normalisedEmail = accountAddress(email)
  return inTransaction<null, TooEarly>(context.database, async (transaction) => {
    const allowed = await claimTryWithin(transaction, [throttled('reset_from_address', address)], now)
    if (!allowed.ok) return refused(allowed.refusal)
    const account = await lockExternalAccount(transaction, normalisedEmail)
    const mail = await claimTryWithin(transaction, [throttled('mail_to_account', normalisedEmail)], now)
    if (account && mail.ok) {
      await sendPasswordLink(transaction, context, account, now)
      const person = await findPersonOfExternalAccount(transaction, account, EXTERNAL_ISSUER)
      await appendAudit(
        transaction,
        auditEntry({ actor: { user_id: person.id }, now, request_id }, null, {
          kind: 'external_account_reset_requested',
          description: `Link to choose the password of an external user account sent: ${account.email}`,
        }),
      )
    }
    return accepted(null)
  })
}
