import { refusal } from '#contract/errors'
import type { SessionToken } from '#contract/session'
import { providerTitle, type IdentityProviderId } from '#domain/sign-in/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Context } from 'hono'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { earlier } from '../../../ground/time/clock'
import { appendAudit } from '../../../ground/db/audit-log'
import { findSession, insertSession } from '../../../ground/db/sessions'
import { lockReturnedAttempt, storeExchange } from '../../../ground/db/sign-in-attempts'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import type { RequestFacts } from '../../call/call'
import type { ServerContext } from '../../call/server-context'
import { hashOf, isSameHash } from '../../../ground/secrets/random-secret'
import { browserHash } from './browser-secret'
import { deviceOf } from './device-of'
import { invitedWithIdentity, personOfIdentity, type IdentifiedPerson, type SignInRefusal } from './person-of-identity'
import { REF_LIFE, REPEAT_LIFE } from './sign-in-times'

type Exchange = Pick<RequestFacts, 'request_id' | 'now'> & { context: ServerContext }

/** The REF from the return page, and the secret of the invitation that led to the sign-in, if any. */
type ExchangeInput = { ref: string; association_token?: string | undefined }

/**
 * Exchanges the REF of a return page for a token: once, in the browser that began, within two minutes; a repeat within ten
 * seconds gets the same token. With an invitation its person is signed in, and the identity is associated with them. Only the
 * tab that opened the invitation has its secret, so a sign-in planted by a link fails here. Refuses an invalid REF or
 * invitation, an identity without a person or of another one, and an account that may not be used.
 */
export const exchangeReference = async (
  call: Exchange,
  requestContext: Context,
  idp: IdentityProviderId,
  { ref, association_token }: ExchangeInput,
): Promise<Outcome<SessionToken, SignInRefusal>> => {
  const { context, now } = call
  const browser = browserHash(requestContext, context.config)
  if (browser === null) return refused(refusal('ref_invalid'))
  return inTransaction<SessionToken, SignInRefusal>(context.database, async (transaction) => {
    const attempt = await lockReturnedAttempt(transaction, hashOf(ref))
    if (!attempt || attempt.idp !== idp || !isSameHash(attempt.browser_hash, browser))
      return refused(refusal('ref_invalid'))
    // A confirming sign-in must never begin a session.
    if (attempt.purpose !== null) return refused(refusal('ref_invalid'))
    const { issuer, subject, returned_at, session_id, exchanged_at, association_hash: begunWith } = attempt
    const association_hash = association_token === undefined ? null : hashOf(association_token)
    if (begunWith && (!association_hash || !isSameHash(begunWith, association_hash)))
      return refused(refusal('association_token_invalid'))
    const proof = attempt.prompt === 'login' && attempt.is_proved_now ? ({ is_proved_now: true } as const) : {}
    if (session_id && exchanged_at) {
      return exchanged_at >= earlier(now, REPEAT_LIFE)
        ? tokenAgain(context, transaction, session_id, exchanged_at, proof)
        : refused(refusal('ref_invalid'))
    }
    if (!issuer || !subject || !returned_at || returned_at < earlier(now, REF_LIFE)) {
      return refused(refusal('ref_invalid'))
    }
    const signingIn = { ...call, idp, identity: { issuer, subject } }
    const identified = association_hash
      ? await invitedWithIdentity(transaction, signingIn, association_hash)
      : await personOfIdentity(transaction, signingIn)
    if (!identified.ok) return identified
    const device = deviceOf(requestContext.req.header('User-Agent'))
    const proved_at = attempt.is_proved_now ? returned_at : null
    const session = await beginSession(call, transaction, identified.value, { idp, device, proved_at })
    const exchange = { session_id: session.session_id, exchanged_at: now, association_hash }
    await storeExchange(transaction, attempt.state_hash, exchange)
    return accepted({ ...(await context.tokens.issue(session, now)), ...proof })
  })
}

const beginSession = async (
  { context, now, request_id }: Exchange,
  transaction: Transaction,
  { user: { id: user_id, name }, profile_id }: IdentifiedPerson,
  signIn: { idp: IdentityProviderId; device: string | null; proved_at: string | null },
) => {
  const token_expires_at = context.tokens.goodUntil(now, now)
  const session = { ...signIn, user_id, profile_id, signed_in_at: now, token_expires_at }
  const session_id = await insertSession(transaction, session)
  await appendAudit(
    transaction,
    auditEntry({ actor: { user_id }, now, request_id }, null, {
      kind: 'signed_in',
      description: `${name} signed in (${providerTitle(signIn.idp)})`,
    }),
  )
  return { session_id, user_id, signed_in_at: now }
}

/** The token of the first exchange: an EdDSA signature depends only on the claims and the key. */
const tokenAgain = async (
  context: ServerContext,
  transaction: Transaction,
  sessionId: string,
  exchangedAt: string,
  proof: Pick<SessionToken, 'is_proved_now'>,
) => {
  const session = await findSession(transaction, sessionId)
  if (!session || session.ended_at !== null) return refused(refusal('ref_invalid'))
  const { session_id, user_id } = session
  const token = await context.tokens.issue({ session_id, user_id, signed_in_at: exchangedAt }, exchangedAt)
  return accepted({ ...token, ...proof })
}
