import { later } from '../../../ground/time/clock'
import { findTrialsForMessages } from '../../../ground/db/granting-trials'
import type { Transaction } from '../../../ground/db/transaction'
import { livePermissions } from '../../../ground/db/user-permissions'
import type { UserRow } from '../../../ground/db/users'
import { queueSignInChanged } from '../../../ground/mail/announcements'
import type { SignInChange } from '../../../ground/db/message-facts'
import type { ServerContext } from '../../call/server-context'

type SignInNews = { by: string; at: string; person: Pick<UserRow, 'id' | 'name'>; change: SignInChange }

/** Tells the level 3 users of each of a person's trials that the person's way to sign in changed. */
export const notifyOfSignIn = async (
  transaction: Transaction,
  context: ServerContext,
  { person, ...news }: SignInNews,
): Promise<void> => {
  const permissions = await livePermissions(transaction, person.id)
  const named = [...new Set(permissions.flatMap(({ trial_id }) => trial_id ?? []))]
  for (const trial of await findTrialsForMessages(transaction, named)) {
    await queueSignInChanged(transaction, context, { ...news, trial, person: person.name })
  }
}

/** How long emails about sign-in also go to former addresses, in seconds. */
const FORMER_ADDRESSES_INFORMED_FOR = 30 * 24 * 60 * 60

/** The addresses for emails about a person's sign-in: the present one, and for a month after a change those before it. */
export const addressesOf = (person: UserRow, now: string): UserRow[] =>
  [person.email, ...formerAddressesOf(person, now)].map((email) => ({ ...person, email }))

/**
 * The addresses that a person had before the present one, each once, until a month after the last change. Otherwise two changes
 * would hide a take-over from the account's owner.
 */
export const formerAddressesOf = (person: UserRow, now: string): string[] => {
  const { address_changed_at, former_email, earlier_emails, email } = person
  if (address_changed_at === null || former_email === null) return []
  if (later(address_changed_at, FORMER_ADDRESSES_INFORMED_FOR) <= now) return []
  return [...new Set([...earlier_emails, former_email])].filter((one) => one !== email)
}
