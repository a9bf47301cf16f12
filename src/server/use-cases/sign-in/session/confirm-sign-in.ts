import { providerTitle } from '#domain/sign-in/identity'
import { refusal } from '#contract/errors'
import type { confirmSignIn as endpoint } from '#contract/session'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { earlier } from '../../../ground/time/clock'
import { appendAudit } from '../../../ground/db/audit-log'
import { storeProof } from '../../../ground/db/sessions'
import { lockReturnedAttempt, storeExchange, type AttemptRow } from '../../../ground/db/sign-in-attempts'
import { findProfileOfAccount } from '../../../ground/db/user-profiles'
import type { WriteHandler } from '../../call/call'
import { hashOf, isSameHash } from '../../../ground/secrets/random-secret'
import { CONFIRM, REF_LIFE } from './sign-in-times'

/**
 * Records a fresh sign-in for the caller's session without beginning another: once, in the browser that began it, within two
 * minutes. Refuses one that the provider answered from memory, and one of another person; then nothing changes.
 */
export const confirmSignIn = (browser: Uint8Array | null): WriteHandler<typeof endpoint> => ({
  perform: async ({ actor, body, now, request_id }, transaction) => {
    const attempt = await lockReturnedAttempt(transaction, hashOf(body.ref))
    const proof = attempt && attempt.idp === body.idp ? proofOf(attempt, browser, now) : null
    if (!attempt || proof === null) return refused(refusal('confirmation_invalid'))
    const profile = await findProfileOfAccount(transaction, proof.identity)
    if (profile?.user_id !== actor.user_id) return refused(refusal('other_person'))
    const { session_id, user_id, name } = actor
    await storeExchange(transaction, attempt.state_hash, { session_id, exchanged_at: now, association_hash: null })
    await storeProof(transaction, session_id, proof.proved_at)
    await appendAudit(
      transaction,
      auditEntry({ actor: { user_id }, now, request_id }, null, {
        kind: 'sign_in_confirmed',
        description: `${name} signed in again to confirm who they are (${providerTitle(attempt.idp)})`,
      }),
    )
    return accepted({})
  },

  answer: async () => accepted(undefined),
})

/** The person and time that a confirming sign-in proved; null where it is invalid or proves nothing. */
const proofOf = (attempt: AttemptRow, browser: Uint8Array | null, now: string) => {
  const { purpose, browser_hash, is_proved_now, session_id, issuer, subject, returned_at } = attempt
  const isBegunHere = purpose === CONFIRM && browser !== null && isSameHash(browser_hash, browser)
  if (!isBegunHere || !is_proved_now || session_id !== null) return null
  if (!issuer || !subject || !returned_at || returned_at < earlier(now, REF_LIFE)) return null
  return { identity: { issuer, subject }, proved_at: returned_at }
}
