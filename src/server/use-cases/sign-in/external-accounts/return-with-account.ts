import { identityProviderOfId } from '#domain/sign-in/identity'
import { accepted, refused } from '#domain/outcome'
import { earlier } from '../../../ground/time/clock'
import { lockExternalAccount, type ExternalAccountRow } from '../../../ground/db/external-accounts'
import { claimReturn, storeIdentity } from '../../../ground/db/sign-in-attempts'
import { inTransaction } from '../../../ground/db/transaction'
import type { ServerContext } from '../../call/server-context'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { returnAddress } from '../session/sign-in-addresses'
import { LONGEST_AT_PROVIDER } from '../session/sign-in-times'
import { externalIdentity } from '../../../ground/sessions/external-identity'
import { demandedFactor } from './second-factor/demanded-factor'

/** A sign-in in progress, in the browser that began it. */
export type Attempt = { state_hash: Uint8Array; browser_hash: Uint8Array }

type Identity = { issuer: string; subject: string }

/**
 * Sends a sign-in on to the app's return page with a REF for this identity, once. Null where it has returned already, or is too
 * old.
 */
export const returnWithIdentity = async (
  context: ServerContext,
  attempt: Attempt,
  identity: Identity,
): Promise<string | null> => returned(context, attempt, identity, null)

type ProvedAccount = ExternalAccountRow & { is_factor_proved: boolean }

/**
 * The same for an external account, unless its password has changed since the attempt, or its second factor is still unproved.
 */
export const returnWithAccount = async (
  context: ServerContext,
  attempt: Attempt,
  account: ProvedAccount,
): Promise<string | null> => returned(context, attempt, externalIdentity(account), account)

const returned = async (
  context: ServerContext,
  attempt: Attempt,
  identity: Identity,
  proved: ProvedAccount | null,
): Promise<string | null> => {
  const provider = identityProviderOfId('lti')
  if (!provider) throw new Error('there is no provider of external accounts')
  const ref = newSecret(context)
  const stored = await inTransaction<string | null, null>(context.database, async (transaction) => {
    const now = context.now()
    const account = proved && (await lockExternalAccount(transaction, proved.email))
    if (proved && account?.password_hash !== proved.password_hash) return refused(null)
    if (account && !proved?.is_factor_proved && (await demandedFactor(transaction, context.config, account)) !== null)
      return refused(null)
    const claimed = await claimReturn(transaction, attempt, now, earlier(now, LONGEST_AT_PROVIDER))
    if (!claimed) return refused(null)
    // These pages remember nobody, so each sign-in is a fresh one.
    const proof = { ref_hash: hashOf(ref), returned_at: now, is_proved_now: true }
    await storeIdentity(transaction, attempt.state_hash, { ...identity, ...proof })
    return accepted(claimed.purpose)
  })
  return stored.ok ? returnAddress(context.config, provider, { REF: ref }, stored.value) : null
}
