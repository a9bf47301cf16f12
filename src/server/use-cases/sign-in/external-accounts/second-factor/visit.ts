import { accepted, refused } from '#domain/outcome'
import { later } from '../../../../ground/time/clock'
import { findVisit, insertVisit } from '../../../../ground/db/external-account-visits'
import { lockExternalAccount, type ExternalAccountRow } from '../../../../ground/db/external-accounts'
import { inTransaction } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'
import { hashOf, newSecret } from '../../../../ground/secrets/random-secret'
import { sealFactorSecret } from './factor-secret'
import { FACTOR_SECRET_BYTES } from './one-time-code'

/** How long a browser may continue after the right password, in seconds. */
export const VISIT_SECONDS = 15 * 60

/** The state of a browser after the right password of an account. */
export type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>

/**
 * Begins the steps after the right password: the rest of a sign-in, by its state, or with null a visit of the account's page.
 * Returns the secret for the browser's cookie, or null where the password has changed since.
 */
export const beginVisit = async (
  context: ServerContext,
  proved: ExternalAccountRow,
  state_hash: Uint8Array | null,
): Promise<string | null> => {
  const token = newSecret(context)
  const stored = await inTransaction<null, null>(context.database, async (transaction) => {
    const account = await lockExternalAccount(transaction, proved.email)
    if (account?.password_hash !== proved.password_hash) return refused(null)
    await insertVisit(transaction, {
      token_hash: hashOf(token),
      account_id: account.id,
      state_hash,
      secret_encrypted: sealFactorSecret(context, account.id, context.randomBytes(FACTOR_SECRET_BYTES)),
      is_proved: false,
      expires_at: later(context.now(), VISIT_SECONDS),
    })
    return accepted(null)
  })
  return stored.ok ? token : null
}

/** The visit of a browser's secret, unless it is over. */
export const readVisit = async ({ database, now }: ServerContext, token: string): Promise<Visit | undefined> =>
  findVisit(database.queries, hashOf(token), now())
