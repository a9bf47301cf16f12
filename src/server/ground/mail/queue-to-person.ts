import { insertPersonalMessage } from '../db/messages'
import type { Transaction } from '../db/transaction'
import type { UserRow } from '../db/users'
import type { Config } from '../settings'
import { sealLinkSecret } from './link-secret'
import type { PersonalFacts } from '../db/message-facts'
import type { Mailing } from './queue-messages'

/** What queueing a letter with a link works with. */
type PersonalMailing = Mailing & { config: Config; randomBytes: (length: number) => Uint8Array }

type Person = Pick<UserRow, 'id' | 'name' | 'email' | 'selected_timezone'>

/** Of each kind of message by itself. */
type WithoutZone<Facts> = Facts extends PersonalFacts ? Omit<Facts, 'time_zone'> : never

/**
 * Stores a message to one person, dated in their time zone, within the transaction of what it tells of: both are there or
 * neither. `secret` is that of its link. A link sent before by a message of the same kind that still waits would lead nowhere, so
 * that message is replaced.
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
