import { accepted, refused, type Outcome } from '#domain/outcome'
import { findExternalAccount, replaceHash, type ExternalAccountRow } from '../../db/external-accounts'
import { forgetTries } from '../../db/throttles'
import type { Portal } from '../../portal'
import { accountAddress } from './external-identity'
import { claimTry, throttled, type TooEarly } from './throttle'

type Tried = { email: string; password: string; address: string }

/** Why an account was not opened: it and its password do not belong together, or it is too early to try again. */
export type NotProved = { kind: 'wrong' } | ({ kind: 'too_early' } & Pick<TooEarly, 'seconds'>)

/**
 * The account that an e-mail address and its password open. Counted before it is tried, by the account's address, whether or not
 * there is one, and by the address of the network; one try costs one hash, whatever comes of it.
 */
export const provePassword = async (
  portal: Portal,
  { email, password, address }: Tried,
): Promise<Outcome<ExternalAccountRow, NotProved>> => {
  const { database, passwords, log } = portal
  const asked = accountAddress(email)
  const ofAccount = throttled('password_of_account', asked)
  const claimed = await claimTry(portal, [ofAccount, throttled('password_from_address', address)])
  if (!claimed.ok) {
    log.warn({ counted: claimed.refusal.kind, seconds: claimed.refusal.seconds }, 'too many wrong passwords')
    return refused({ kind: 'too_early', seconds: claimed.refusal.seconds })
  }
  const account = await findExternalAccount(database.queries, asked)
  const isRight = await passwords.verify(account?.password_hash ?? null, password)
  if (!account || !isRight) return refused({ kind: 'wrong' })
  await forgetTries(database.queries, ofAccount)
  await claimed.value.takeBack('password_from_address')
  if (account.password_hash === null || !passwords.isOutdated(account.password_hash)) return accepted(account)
  const password_hash = await passwords.hash(password)
  await replaceHash(database.queries, account, password_hash)
  return accepted({ ...account, password_hash })
}
