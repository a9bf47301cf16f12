import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../../ground/audit/audit-entry'
import { appendAudit } from '../../../../ground/db/audit-log'
import { deleteFactor } from '../../../../ground/db/external-account-factors'
import { deleteVisits } from '../../../../ground/db/external-account-visits'
import {
  findPersonOfExternalAccount,
  lockExternalAccount,
  type ExternalAccountRow,
} from '../../../../ground/db/external-accounts'
import { inTransaction } from '../../../../ground/db/transaction'
import type { AccountProof } from '../../../call/note-refusal'
import type { ServerContext } from '../../../call/server-context'
import { EXTERNAL_ISSUER } from '../../../../ground/sessions/external-identity'
import { provePassword, type NotProved } from '../prove-password'
import { notifyOfExternalAccount } from '../send-password-link'
import { proveCode } from './prove-code'

type Entered = { password: string; code: string; address: string; request_id: string }

/** Why it was not removed, and which of the two was at fault: that is for the audit log, not for the page. */
type NotTurnedOff = NotProved & { proof: AccountProof }

/** Removes an account's second factor, with its password and a code, and sends the person an email. Refuses as those two do. */
export const turnOffFactor = async (
  context: ServerContext,
  { id, email }: Pick<ExternalAccountRow, 'id' | 'email'>,
  { password, ...entered }: Entered,
): Promise<Outcome<null, NotTurnedOff>> => {
  const { address, request_id } = entered
  const passwordProof = await provePassword(context, { email, password, address })
  if (!passwordProof.ok) return refused({ ...passwordProof.refusal, proof: 'password' })
  const proved = await proveCode(context, { id, email }, entered)
  if (!proved.ok) return refused({ ...proved.refusal, proof: 'code' })
  return inTransaction<null, NotTurnedOff>(context.database, async (transaction) => {
    const now = context.now()
    const account = await lockExternalAccount(transaction, email)
    if (!account || account.password_hash !== passwordProof.value.password_hash)
      return refused({ kind: 'wrong', proof: 'password' })
    if (!(await deleteFactor(transaction, id))) return accepted(null)
    await deleteVisits(transaction, id)
    const person = await findPersonOfExternalAccount(transaction, account, EXTERNAL_ISSUER)
    const news = { kind: 'external_account_factor', change: 'off', at: now } as const
    await notifyOfExternalAccount(transaction, context, account, news)
    await appendAudit(
      transaction,
      auditEntry({ actor: { user_id: person.id }, now, request_id }, null, {
        kind: 'external_account_factor_off',
        description: `Second factor of an external user account removed by its person: ${account.email}`,
      }),
    )
    return accepted(null)
  })
}
