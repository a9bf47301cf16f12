import { sha256 } from '../../../ground/secrets/sha256'
import { refusal, type Refusal } from '#contract/errors'
import type { createExternalAccount as endpoint } from '#contract/identity'
import type { Answer } from '#contract/endpoint'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { earlier } from '../../../ground/time/clock'
import { lockInvitation } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import {
  findRequests,
  hasRequestedAccount,
  lockExternalAccount,
  insertExternalAccount,
  insertRequest,
  renameExternalAccount,
  type ExternalAccountRequest,
  type ExternalAccountRow,
} from '../../../ground/db/external-accounts'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import type { Call } from '../../call/call'
import { hashOf } from '../../../ground/secrets/random-secret'
import { accountAddress } from '../../../ground/sessions/external-identity'
import { hasExternalAccounts } from './external-provider'
import { sendPasswordLink, notifyOfExternalAccount } from './send-password-link'
import { claimTry, claimTryWithin, throttled, type TooEarly } from './throttle'

type Create = Call<typeof endpoint>
type Created = Answer<typeof endpoint>
type Settled = { answer: Created; replayed: boolean }
type Invitation = NonNullable<Awaited<ReturnType<typeof lockInvitation>>>

/** For how long the same request without a key counts as a repeat, in seconds. */
const REPEAT_SECONDS = 60

/**
 * Creates an external user account for an invited person, and sends the email by which its password is chosen; sends it again
 * where the account has no password. An address of another person's account gets the same answer as a new one, and its owner an
 * email. A repeat gets the first answer and does nothing. `address` is the network address. Refuses an invitation that is
 * invalid or another person's, too many attempts, and a key with another body.
 */
export const createExternalAccount = async (call: Create, address: string): Promise<Outcome<Settled, Refusal>> => {
  const { database, config } = call.context
  if (!hasExternalAccounts(config)) return refused(refusal('not_found'))
  const repeat = await inTransaction<Created | undefined, Refusal>(database, async (transaction) => {
    const invitation = await lockNamedInvitation(transaction, call)
    return invitation ? firstAnswer(transaction, call, invitation) : accepted(undefined)
  })
  if (!repeat.ok) return repeat
  if (repeat.value) return accepted({ answer: repeat.value, replayed: true })
  const claimed = await claimTry(call.context, [throttled('creation_from_address', address)])
  if (!claimed.ok) return refused(tooManyTries(claimed.refusal))

  return inTransaction<Settled, Refusal>(database, async (transaction) => {
    const invitation = await lockNamedInvitation(transaction, call)
    if (!invitation) return refused(refusal('association_token_invalid'))
    const first = await firstAnswer(transaction, call, invitation)
    if (!first.ok) return first
    if (first.value) return accepted({ answer: first.value, replayed: true })
    const counted = throttled('creation_by_invitation', String(invitation.invitation_id))
    const allowed = await claimTryWithin(transaction, [counted], call.now)
    if (!allowed.ok) return refused(tooManyTries(allowed.refusal))
    return accepted({ answer: await settle(transaction, call, invitation), replayed: false })
  })
}

const tooManyTries = ({ seconds }: TooEarly): Refusal => refusal('too_many_tries', { retry_after: seconds })

/** The invitation of the call, where it is valid and for the named person. */
const lockNamedInvitation = async (
  transaction: Transaction,
  { body, now }: Create,
): Promise<Invitation | undefined> => {
  const invitation = await lockInvitation(transaction, hashOf(body.association_token), now)
  return invitation?.id === body.user_id ? invitation : undefined
}

/**
 * The first answer to the same request: under the same key, or a moment ago, as browsers repeat a POST. Refuses a key that came
 * with another body (src/specification/repetition.md#exceptions).
 */
const firstAnswer = async (
  transaction: Transaction,
  call: Create,
  { invitation_id }: Invitation,
): Promise<Outcome<Created | undefined, Refusal>> => {
  const { idempotency_key, now } = call
  const request_hash = hashOfRequest(call)
  const earlierRequests = await findRequests(transaction, { invitation_id, request_hash, idempotency_key })
  const isUnderKey = (one: ExternalAccountRequest) =>
    idempotency_key !== null && one.idempotency_key === idempotency_key
  if (earlierRequests.some((one) => isUnderKey(one) && Buffer.compare(one.request_hash, request_hash) !== 0))
    return refused(refusal('idempotency_key_reused'))
  const first = earlierRequests.find((one) => isUnderKey(one) || one.created_at > earlier(now, REPEAT_SECONDS))
  return accepted(first && { insert: first.insert, activate: first.activate })
}

const hashOfRequest = ({ body: { first_name, last_name, email } }: Create): Uint8Array =>
  sha256(JSON.stringify([first_name, last_name, accountAddress(email)]))

/**
 * Creates the account or finds its state, and stores the answer. The database does the same work for a new account and another
 * person's, so that the time does not tell them apart.
 */
const settle = async (transaction: Transaction, call: Create, invitation: Invitation): Promise<Created> => {
  const { body, now, idempotency_key, context } = call
  const email = accountAddress(body.email)
  const person = { user_id: invitation.id, first_name: oneLine(body.first_name), last_name: oneLine(body.last_name) }
  const created = await insertExternalAccount(transaction, { ...person, email, created_at: now })
  const account = created ?? (await lockExternalAccount(transaction, email))
  if (!account) throw new Error('an account that was there has gone')
  const accountState = created ? 'made' : accountStateOf(account, invitation)
  const mail = await claimTryWithin(transaction, [throttled('mail_to_account', email)], now)
  const isRepeated = await hasRequestedAccount(transaction, invitation.id, email)
  if (accountState === 'waiting') await renameExternalAccount(transaction, account.id, person)
  if (accountState === 'made' || (accountState === 'waiting' && mail.ok)) {
    await sendPasswordLink(transaction, context, { ...account, user_id: person.user_id }, now)
  }
  if (accountState === 'foreign' && mail.ok) {
    await notifyOfExternalAccount(transaction, context, account, { kind: 'external_account_asked_for', at: now })
  }
  const answer = { ...ANSWERS[accountState], ...(accountState === 'foreign' && { insert: isRepeated }) }
  await insertRequest(transaction, {
    invitation_id: invitation.invitation_id,
    user_id: invitation.id,
    email,
    request_hash: hashOfRequest(call),
    idempotency_key,
    created_at: now,
    ...answer,
  })
  await appendAudit(
    transaction,
    auditEntry({ ...call, now, actor: { user_id: invitation.id } }, null, {
      kind: created ? 'external_account_created' : 'external_account_asked_for',
      description: `${invitation.name} ${created ? 'created an external user account' : 'asked again for an external user account'}: ${email}`,
      changes: [{ field: 'name', old: null, new: `${person.first_name} ${person.last_name}`.trim() }],
    }),
  )
  return answer
}

/**
 * The state of an account for the caller: just made; waiting for its password; active; or foreign, with neither their address
 * nor made by their invitation.
 */
type AccountState = 'made' | 'waiting' | 'active' | 'foreign'

const accountStateOf = (account: ExternalAccountRow, invitation: Invitation): AccountState => {
  const isHis = account.email === accountAddress(invitation.email) || account.user_id === invitation.id
  if (!isHis) return 'foreign'
  return account.password_hash === null ? 'waiting' : 'active'
}

/** A foreign account is answered as if it were new, and at a repeat as if it had been made. */
const ANSWERS: Record<AccountState, Created> = {
  made: { insert: false, activate: false },
  waiting: { insert: true, activate: false },
  active: { insert: true, activate: true },
  foreign: { insert: false, activate: false },
}

const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
