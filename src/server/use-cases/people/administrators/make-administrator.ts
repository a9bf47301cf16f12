import { providerTitle } from '#domain/sign-in/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findAuthoredTrials } from '../../../ground/db/allocation-lists'
import { endAssociationToken } from '../../../ground/db/association-tokens'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import { findUserProfiles } from '../../../ground/db/user-profiles'
import { lockPermissions } from '../../../ground/db/user-permissions'
import { lockPeople, findUserByAddress, type UserRow } from '../../../ground/db/users'
import { createOnConsole } from './create-on-console'
import { ensureAdministrator, type GrantedToAdministrator } from './ensure-administrator'
import { findWaitingFirst, nameFirst } from './first-administrator'
import { inviteOnConsole } from './invite-on-console'
import type { OnConsole } from './on-console'

/**
 * Makes the person with an email address a system administrator who can sign in: creates them where they do not exist, and
 * makes a link where they have no account at a provider. Returns sentences about what was done; where nothing is missing,
 * nothing is written. Refuses the author of a list, in one sentence, as granting does (decision 0103).
 */
export const makeAdministrator = (context: OnConsole, email: string): Promise<Outcome<string[], string>> =>
  inTransaction<string[], string>(context.database, async (transaction) => {
    await lockPermissions(transaction)
    await lockPeople(transaction)
    const now = context.now()
    const { user, line } = await personAt(transaction, email, now)
    if ((await findAuthoredTrials(transaction, [user.id])).has(user.id)) return refused(authorOfList(user))
    const grants = await ensureAdministrator(transaction, context, user, now)
    return accepted([...line, ...wordsOf(user, grants), await wayIn(transaction, context, user, now)])
  })

const authorOfList = ({ id, name }: UserRow): string =>
  `Nothing was changed. User ${id} (${name}) makes or made the list of a trial, and may not see its participants.`

/** The person with the address: an existing one, the first administrator without an address, or a new one. */
const personAt = async (
  transaction: Transaction,
  email: string,
  now: string,
): Promise<{ user: UserRow; line: string[] }> => {
  const existing = await findUserByAddress(transaction, email)
  const first = await findWaitingFirst(transaction)
  if (existing) {
    // Otherwise the start's link would make a second administrator.
    if (first) await endAssociationToken(transaction, first.id, now)
    return { user: existing, line: [] }
  }
  const name = email.slice(0, email.lastIndexOf('@'))
  if (first) {
    const user = await nameFirst(transaction, first, { name, email }, now)
    return { user, line: [`User ${user.id} (${first.name}) was renamed ${name}, with the address ${email}.`] }
  }
  const user = await createOnConsole(transaction, { name, email }, now)
  return { user, line: [`User ${user.id} (${name}) was created with the address ${email}.`] }
}

const wordsOf = ({ id }: UserRow, grants: readonly GrantedToAdministrator[]): string[] => [
  ...(grants.includes('active') ? [`User ${id} was marked active.`] : []),
  ...(grants.includes('time') ? [`User ${id} no longer expires.`] : []),
  `User ${id} is a system administrator ${grants.includes('permission') ? 'now' : 'already'}.`,
]

/** How the person signs in: with their accounts at this installation's providers, or with a link to associate one. */
const wayIn = async (transaction: Transaction, context: OnConsole, user: UserRow, now: string): Promise<string> => {
  const titles = (await findUserProfiles(transaction, [user.id]))
    .filter(({ idp }) => isOffered(context, idp))
    .map(({ idp }) => providerTitle(idp))
  if (titles.length > 0) return `They sign in with ${[...new Set(titles)].join(' or ')}.`
  const link = await inviteOnConsole(transaction, context, user, now)
  return `Give them this link. It works once, within 24 hours: ${link}`
}

/** External accounts are the portal's own, unless a provider was configured for them. */
const isOffered = ({ config }: OnConsole, idp: string): boolean =>
  config.has_sample_provider || idp === 'lti' || Object.hasOwn(config.providers, idp)
