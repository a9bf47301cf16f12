import { refusal, type Refusal } from '#contract/errors'
import type { SessionToken } from '#contract/session'
import type { IdentityProviderId } from '#domain/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import { appendAudit } from '../../db/audit-log'
import { findSession, insertSession } from '../../db/sessions'
import { holdReturned, storeExchange } from '../../db/sign-in-attempts'
import { inTransaction, type Transaction } from '../../db/transaction'
import { findUserOfAccount, type UserRow } from '../../db/users'
import type { RequestFacts } from '../../http/call'
import type { Portal } from '../../portal'
import { accountFault } from './authenticate'
import { browserHash, hashOf } from './browser-secret'
import { REF_LIFE, REPEAT_LIFE, earlier } from './sign-in-times'

type Exchange = Pick<RequestFacts, 'request_id' | 'now'> & { portal: Portal }

/**
 * A token for the REF of a return page: once, in the browser that began, within two minutes; repeated by it within ten
 * seconds, the same token. Refuses a REF that is not so, an account that is nobody's, and one that may not be used.
 */
export const exchangeReference = async (
  call: Exchange,
  context: Context,
  id: IdentityProviderId,
  ref: string,
): Promise<Outcome<SessionToken, Refusal>> => {
  const { portal, now } = call
  const browser = browserHash(context)
  if (browser === null) return refused(refusal('ref_invalid'))
  return inTransaction(portal.database, async (transaction) => {
    const attempt = await holdReturned(transaction, hashOf(ref))
    const { idp, browser_hash, issuer, subject, returned_at, session_id, exchanged_at } = attempt ?? {}
    if (!attempt || idp !== id || !browser_hash || Buffer.compare(browser_hash, browser) !== 0) {
      return refused(refusal('ref_invalid'))
    }
    if (session_id && exchanged_at) {
      return exchanged_at >= earlier(now, REPEAT_LIFE)
        ? tokenAgain(portal, transaction, session_id, exchanged_at)
        : refused(refusal('ref_invalid'))
    }
    if (!issuer || !subject || !returned_at || returned_at < earlier(now, REF_LIFE)) {
      return refused(refusal('ref_invalid'))
    }
    const user = await findUserOfAccount(transaction, { issuer, subject })
    if (!user) return refused(refusal('identity_unknown'))
    const fault = accountFault(user, now)
    if (fault !== null) return refused(refusal(fault))
    const session = await beginSession(call, transaction, user, id)
    await storeExchange(transaction, attempt.state_hash, { session_id: session.session_id, exchanged_at: now })
    return accepted(await portal.tokens.issue(session, now))
  })
}

const beginSession = async (
  { now, request_id }: Exchange,
  transaction: Transaction,
  { id: user_id, name }: UserRow,
  idp: IdentityProviderId,
) => {
  const session_id = await insertSession(transaction, { user_id, signed_in_at: now })
  await appendAudit(transaction, {
    kind: 'signed_in',
    description: `${name} signed in (${idp})`,
    created_at: now,
    trial_id: null,
    user_id,
    role: null,
    changes: [],
    reason: null,
    request_id,
  })
  return { session_id, user_id, signed_in_at: now }
}

/** The very token of the first exchange: a signature of EdDSA depends on nothing but the claims and the key. */
const tokenAgain = async (portal: Portal, transaction: Transaction, sessionId: string, exchangedAt: string) => {
  const session = await findSession(transaction, sessionId)
  if (!session || session.ended_at !== null) return refused(refusal('ref_invalid'))
  const { session_id, user_id } = session
  return accepted(await portal.tokens.issue({ session_id, user_id, signed_in_at: exchangedAt }, exchangedAt))
}
