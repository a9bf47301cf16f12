import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { earlier } from '../../../ground/time/clock'
import { appendAudit } from '../../../ground/db/audit-log'
import { deletePlaces } from '../../../ground/db/external-account-places'
import { deleteVisits } from '../../../ground/db/external-account-visits'
import { endLinks, findLink, lockExternalAccount, storePassword, useLink } from '../../../ground/db/external-accounts'
import { endSessionsOfProfile } from '../../../ground/db/sessions'
import { revokeReturns } from '../../../ground/db/sign-in-attempts'
import { deleteTriesAgainst } from '../../../ground/db/throttles'
import { inTransaction, type Queries, type Transaction } from '../../../ground/db/transaction'
import { findProfileOfAccount } from '../../../ground/db/user-profiles'
import type { ServerContext } from '../../call/server-context'
import { hashOf } from '../../../ground/secrets/random-secret'
import { isBreached } from './breached-password'
import { externalIdentity } from '../../../ground/sessions/external-identity'
import { passwordFault } from './password-fault'
import { notifyOfExternalAccount } from './send-password-link'
import { throttled } from './throttle'

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Why a password was not stored: the link is no longer valid, or the password's fault in words. */
export type NotChosen = { kind: 'link_invalid' } | { kind: 'password'; fault: string }

const BREACHED = 'This password is in a list of stolen passwords, so it is too easy to guess. Choose a different one.'

/** For how long the form of a used link may repeat the same password, in seconds, since its answer may have been lost. */
const REPEAT_SECONDS = 60

/** The account of a link, by the link's secret; reading does not use the link up. */
export const findAccountOfLink = async (queries: Queries, token: string, now: string): Promise<Link | undefined> => {
  const link = await findLink(queries, hashOf(token))
  return link && link.ended_at === null && link.expires_at > now ? link : undefined
}

/**
 * Stores the password that the person of a link chose. Ends the link, every other link of the account, and sessions that began
 * with the account; deletes the count of wrong passwords; sends the person an email.
 */
export const choosePassword = async (
  context: ServerContext,
  { token, password, request_id }: { token: string; password: string; request_id: string },
): Promise<Outcome<{ email: string }, NotChosen>> => {
  const { database, passwords, now } = context
  const { queries } = database
  const link = await findAccountOfLink(queries, token, now())
  if (!link) return repeated(context, token, password)
  const fault = await passwordFault(password, guessableWords(context, link))
  if (fault !== null) return refused({ kind: 'password', fault })
  if (await isBreached(context, password)) return refused({ kind: 'password', fault: BREACHED })
  const password_hash = await passwords.hash(password)
  return inTransaction<{ email: string }, NotChosen>(database, async (transaction) => {
    const at = now()
    // The account is locked first, then its rows, as everywhere: otherwise two transactions could deadlock.
    await lockExternalAccount(transaction, link.email)
    if (!(await useLink(transaction, hashOf(token), at))) return refused({ kind: 'link_invalid' })
    await endLinks(transaction, link.id, at)
    await deleteVisits(transaction, link.id)
    await deletePlaces(transaction, link.id)
    await storePassword(transaction, link.id, { password_hash, now: at })
    await deleteTriesAgainst(transaction, throttled('password_of_account', link.email))
    const { user_id, sessions } = await endSessionsOfAccount(transaction, link, at)
    await notifyOfExternalAccount(transaction, context, link, { kind: 'external_account_password', at })
    await appendAudit(
      transaction,
      auditEntry({ actor: { user_id }, now: at, request_id }, null, {
        kind: 'external_account_password',
        description: `${link.password_hash === null ? 'Password' : 'New password'} of an external user account chosen: ${link.email}`,
        changes: [{ field: 'sessions_ended', old: null, new: sessions }],
      }),
    )
    return accepted({ email: link.email })
  })
}

/** A repeated form whose first answer may have been lost: changes nothing and gets the same answer. */
const repeated = async (
  { database, passwords, now }: ServerContext,
  token: string,
  password: string,
): Promise<Outcome<{ email: string }, NotChosen>> => {
  const link = await findLink(database.queries, hashOf(token))
  const isFresh = link?.used_at && link.used_at > earlier(now(), REPEAT_SECONDS)
  if (!link || !isFresh || !(await passwords.verify(link.password_hash, password))) {
    return refused({ kind: 'link_invalid' })
  }
  return accepted({ email: link.email })
}

/**
 * Ends the sessions of an account, also for a person who is just being signed in with it. Returns how many were valid, and
 * whose account it is: the associated person's, or the invited one's.
 */
const endSessionsOfAccount = async (
  transaction: Transaction,
  account: Link,
  now: string,
): Promise<{ user_id: number; sessions: number }> => {
  const identity = externalIdentity(account)
  await revokeReturns(transaction, identity)
  const profile = await findProfileOfAccount(transaction, identity)
  if (!profile) return { user_id: account.user_id, sessions: 0 }
  const ended = await endSessionsOfProfile(transaction, profile.id, now)
  return { user_id: profile.user_id, sessions: ended.length }
}

/** The words that others may know of the account's person or of this service. */
const guessableWords = ({ config }: ServerContext, { email, first_name, last_name }: Link): string[] => [
  email,
  `${first_name}${last_name}`,
  `${first_name} ${last_name}`,
  config.service_name,
  config.university_name,
  config.university,
  'Equipoise',
]
