import { insertPersonalMessage } from '../db/messages'
import type { Transaction } from '../db/transaction'
import type { UserRow } from '../db/users'
import type { Config } from '../settings'
import { sealLinkSecret } from './link-secret'
import type { PersonalFacts } from '../db/message-facts'
import type { Mailing } from './queue-messages'

/** The dependencies of queueing an email with a link. */
type PersonalMailing = Mailing & { config: Config; randomBytes: (length: number) => Uint8Array }

type Person = Pick<UserRow, 'id' | 'name' | 'email' | 'selected_timezone'>

/** For each kind of message separately. */
type WithoutZone<Facts> = Facts extends PersonalFacts ? Omit<Facts, 'time_zone'> : never

/**
 * Stores a message to one person, dated in their time zone, within the transaction of its event: both or neither.
 * `secret` is that of its link. The link in a waiting message of the same kind would no longer work, so that message is
 * replaced.
 */
export const queueToPerson = async (
  transaction: Transaction,
  { mail, config, database, randomBytes }: PersonalMailing,
  { id: user_id, name, email, selected_timezone }: Person,
  news: WithoutZone<PersonalFacts>,
  secret?: string,
): Promise<void> => {
  if (mail === null) return
  const facts: PersonalFacts = { ...news, time_zone: selected_timezone ?? 'Etc/UTC' }
  const link = secret !== undefined && {
    link_secret: sealLinkSecret({ facts, user_id }, secret, { ...config, randomBytes }),
  }
  await insertPersonalMessage(transaction, {
    user_id,
    recipient_name: name,
    recipient_address: email,
    facts: { ...facts, ...link },
  })
  database.transactions.afterCommit(mail.wake)
}
