import { accepted, refused, type Outcome } from '#domain/outcome'
import { earlier } from '../../../ground/time/clock'
import { isKnownPlace, recordPlace } from '../../../ground/db/external-account-places'
import { findExternalAccount, replaceHash, type ExternalAccountRow } from '../../../ground/db/external-accounts'
import { deleteTriesAgainst } from '../../../ground/db/throttles'
import type { ServerContext } from '../../call/server-context'
import { accountAddress } from '../../../ground/sessions/external-identity'
import { claimTry, throttled, type TooEarly } from './throttle'

/** How long a place from which an account was opened is remembered, in seconds. */
export const PLACE_SECONDS = 90 * 24 * 60 * 60

type Tried = { email: string; password: string; address: string }

/** Why an account was not opened: address and password do not match, or it is too early for another attempt. */
export type NotProved = { kind: 'wrong' } | ({ kind: 'too_early' } & Pick<TooEarly, 'seconds'>)

/**
 * The account that an email address and its password open. Each attempt is counted first, by the account's address, whether it
 * exists or not, and by the network address; each costs one hash. At a place from which the account was opened before, only
 * attempts from there count.
 */
export const provePassword = async (
  context: ServerContext,
  { email, password, address }: Tried,
): Promise<Outcome<ExternalAccountRow, NotProved>> => {
  const { database, passwords, log } = context
  const normalisedEmail = accountAddress(email)
  const accountAndAddress = `${normalisedEmail}|${address}`
  const { subject_hash } = throttled('password_at_known_place', accountAndAddress)
  const isKnown = await isKnownPlace(database.queries, subject_hash, earlier(context.now(), PLACE_SECONDS))
  const ofAccount = isKnown
    ? throttled('password_at_known_place', accountAndAddress)
    : throttled('password_of_account', normalisedEmail)
  const claimed = await claimTry(context, [ofAccount, throttled('password_from_address', address)])
  if (!claimed.ok) {
    log.warn({ counted: claimed.refusal.kind, seconds: claimed.refusal.seconds }, 'too many wrong passwords')
    return refused({ kind: 'too_early', seconds: claimed.refusal.seconds })
  }
  const account = await findExternalAccount(database.queries, normalisedEmail)
  const isRight = await passwords.verify(account?.password_hash ?? null, password)
  if (!account || !isRight) return refused({ kind: 'wrong' })
  await deleteTriesAgainst(database.queries, ofAccount)
  await claimed.value.cancel('password_from_address')
  await recordPlace(database.queries, { subject_hash, account_id: account.id, opened_at: context.now() })
  if (account.password_hash === null || !passwords.isOutdated(account.password_hash)) return accepted(account)
  const password_hash = await passwords.hash(password)
  await replaceHash(database.queries, account, password_hash)
  return accepted({ ...account, password_hash })
}
