import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../../ground/audit/audit-entry'
import { appendAudit } from '../../../../ground/db/audit-log'
import { insertFactor } from '../../../../ground/db/external-account-factors'
import { markVisitProved } from '../../../../ground/db/external-account-visits'
import { findPersonOfExternalAccount, lockExternalAccount } from '../../../../ground/db/external-accounts'
import { inTransaction } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'
import { EXTERNAL_ISSUER } from '../../../../ground/sessions/external-identity'
import { notifyOfExternalAccount } from '../send-password-link'
import { openFactorSecret } from './factor-secret'
import { stepOfCode } from './one-time-code'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes'
import type { Visit } from './visit'

/**
 * Stores the second factor of a visit once a code proves that the app has its secret. Returns the recovery codes, which are
 * shown only now, and sends the person an email. Refuses a wrong code, an account that has a factor already, and a visit that
 * is over.
 */
export const enrolFactor = async (
  context: ServerContext,
  visit: Visit,
  { code, request_id }: { code: string; request_id: string },
): Promise<Outcome<string[], 'wrong_code' | 'over'>> => {
  const { secret_encrypted } = visit
  const now = context.now()
  const step = stepOfCode(openFactorSecret(context, visit.id, secret_encrypted), code.replace(/\s/g, ''), now)
  if (step === null) return refused('wrong_code')
  const codes = newRecoveryCodes(context)
  const hashes = codes.map((one) => hashOfRecoveryCode(visit.id, one))
  return inTransaction<string[], 'over'>(context.database, async (transaction) => {
    const account = await lockExternalAccount(transaction, visit.email)
    // A password chosen meanwhile has ended the visit.
    if (!account || !(await markVisitProved(transaction, visit.token_hash))) return refused('over')
    const factor = { account_id: visit.id, secret_encrypted, last_step: step, created_at: now }
    if (!(await insertFactor(transaction, factor, hashes))) return refused('over')
    const person = await findPersonOfExternalAccount(transaction, account, EXTERNAL_ISSUER)
    const news = { kind: 'external_account_factor', change: 'on', at: now } as const
    await notifyOfExternalAccount(transaction, context, account, news)
    await appendAudit(
      transaction,
      auditEntry({ actor: { user_id: person.id }, now, request_id }, null, {
        kind: 'external_account_factor_on',
        description: `Second factor of an external user account set up: ${account.email}`,
      }),
    )
    return accepted(codes)
  })
}
