import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../../ground/audit/audit-entry'
import { appendAudit } from '../../../../ground/db/audit-log'
import {
  countRecoveryCodes,
  findFactor,
  useRecoveryCode,
  useStep,
} from '../../../../ground/db/external-account-factors'
import {
  findPersonOfExternalAccount,
  lockExternalAccount,
  type ExternalAccountRow,
} from '../../../../ground/db/external-accounts'
import { deleteTriesAgainst } from '../../../../ground/db/throttles'
import { inTransaction, type Transaction } from '../../../../ground/db/transaction'
import type { ServerContext } from '../../../call/server-context'
import { EXTERNAL_ISSUER } from '../../../../ground/sessions/external-identity'
import type { NotProved } from '../prove-password'
import { notifyOfExternalAccount } from '../send-password-link'
import { claimTry, throttled } from '../throttle'
import { openFactorSecret } from './factor-secret'
import { stepOfCode } from './one-time-code'
import { hashOfRecoveryCode } from './recovery-codes'

type Entered = { code: string; address: string; request_id: string }
type Account = Pick<ExternalAccountRow, 'id' | 'email'>

const ONE_TIME_CODE = /^\d{6}$/

/**
 * Whether a code is one of the account's second factor: six digits of the app, or a recovery code. Each works once. Attempts
 * are counted first, as for passwords.
 */
export const proveCode = async (
  context: ServerContext,
  { id, email }: Account,
  { code, address, request_id }: Entered,
): Promise<Outcome<null, NotProved>> => {
  const { database, log } = context
  const ofAccount = throttled('code_of_account', email)
  const claimed = await claimTry(context, [ofAccount, throttled('code_from_address', address)])
  if (!claimed.ok) {
    const { kind, seconds } = claimed.refusal
    log.warn({ counted: kind, seconds }, 'too many wrong codes')
    return refused({ kind: 'too_early', seconds })
  }
  const plain = code.replace(/[\s-]/g, '')
  const proved = await inTransaction<null, NotProved>(database, async (transaction) => {
    const account = await lockExternalAccount(transaction, email)
    if (account?.id !== id) return refused({ kind: 'wrong' })
    const isRight = ONE_TIME_CODE.test(plain)
      ? await consumeOneTimeCode(transaction, context, id, plain)
      : await consumeRecoveryCode(transaction, context, account, { code, request_id })
    if (!isRight) return refused({ kind: 'wrong' })
    await deleteTriesAgainst(transaction, ofAccount)
    return accepted(null)
  })
  if (proved.ok) await claimed.value.cancel('code_from_address')
  return proved
}

const consumeOneTimeCode = async (
  transaction: Transaction,
  context: ServerContext,
  accountId: string,
  code: string,
) => {
  const factor = await findFactor(transaction, accountId)
  if (!factor) return false
  const step = stepOfCode(openFactorSecret(context, accountId, factor.secret_encrypted), code, context.now())
  return step !== null && useStep(transaction, accountId, step)
}

/** The person gets an email, since somebody else may have found the recovery codes. */
const consumeRecoveryCode = async (
  transaction: Transaction,
  context: ServerContext,
  account: ExternalAccountRow,
  { code, request_id }: Pick<Entered, 'code' | 'request_id'>,
) => {
  const now = context.now()
  const code_hash = hashOfRecoveryCode(account.id, code)
  if (!(await useRecoveryCode(transaction, { account_id: account.id, code_hash, now }))) return false
  const codes_left = await countRecoveryCodes(transaction, account.id)
  const person = await findPersonOfExternalAccount(transaction, account, EXTERNAL_ISSUER)
  const news = { kind: 'external_account_factor', change: 'recovery_code', codes_left, at: now } as const
  await notifyOfExternalAccount(transaction, context, account, news)
  await appendAudit(
    transaction,
    auditEntry({ actor: { user_id: person.id }, now, request_id }, null, {
      kind: 'external_account_recovery_code',
      description: `Recovery code of an external user account used: ${account.email}`,
      changes: [{ field: 'codes_left', old: codes_left + 1, new: codes_left }],
    }),
  )
  return true
}
