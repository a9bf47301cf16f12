import { insertPersonalMessage } from '../db/messages'
import type { Transaction } from '../db/transaction'
import type { UserRow } from '../db/users'
import type { Config } from '../settings'
import { sealLinkSecret } from './link-secret'
import type {
  AddressChangedFacts,
  AddressTakenUpFacts,
  AssociatedFacts,
  AssociationEndedFacts,
  InvitationFacts,
  PersonalFacts,
} from '../db/message-facts'
import type { Mailing } from './queue-messages'

/** What queueing a letter with a link works with. */
type PersonalMailing = Mailing & { config: Config; randomBytes: (length: number) => Uint8Array }

type Person = Pick<UserRow, 'id' | 'name' | 'email' | 'selected_timezone'>

/**
 * Stores a message to one person within the transaction of what it tells of: both are there or neither. `secret` is that of its
 * link. A link sent before by a message of the same kind that still waits would lead nowhere, so that message is replaced.
 */
export const queueToPerson = async (
  transaction: Transaction,
  { mail, config, database, randomBytes }: PersonalMailing,
  { id: user_id, name, email }: Person,
  facts: PersonalFacts,
  secret?: string,
): Promise<void> => {
  if (mail === null) return
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

/** Queues the link by which a person associates an account. `secret` is the secret in that link. */
export const queueInvitation = async (
  transaction: Transaction,
  context: PersonalMailing,
  person: Person,
  details: Pick<InvitationFacts, 'at' | 'by' | 'expires_at'>,
  secret: string,
): Promise<void> =>
  queueToPerson(transaction, context, person, { ...details, kind: 'invitation', time_zone: zoneOf(person) }, secret)

/** Queues the news that an account was associated with the person, so that they notice if somebody else used their link. */
export const queueAssociated = async (
  transaction: Transaction,
  context: PersonalMailing,
  person: Person,
  details: Pick<AssociatedFacts, 'at' | 'provider'>,
): Promise<void> =>
  queueToPerson(transaction, context, person, { ...details, kind: 'account_associated', time_zone: zoneOf(person) })

/** Queues the news that an account is no longer associated with the person. */
export const queueAssociationEnded = async (
  transaction: Transaction,
  context: PersonalMailing,
  person: Person,
  details: Pick<AssociationEndedFacts, 'at' | 'provider'>,
): Promise<void> =>
  queueToPerson(transaction, context, person, { ...details, kind: 'association_ended', time_zone: zoneOf(person) })

/** Queues the news of a new address, to that address. */
export const queueAddressTakenUp = async (
  transaction: Transaction,
  context: PersonalMailing,
  after: Person,
  details: Pick<AddressTakenUpFacts, 'at'>,
): Promise<void> =>
  queueToPerson(transaction, context, after, { ...details, kind: 'address_taken_up', time_zone: zoneOf(after) })

/** Queues the news of a changed address, to the former one, so that the person notices if somebody else changed it. */
export const queueAddressChanged = async (
  transaction: Transaction,
  context: PersonalMailing,
  before: Person,
  details: Pick<AddressChangedFacts, 'at'>,
): Promise<void> =>
  queueToPerson(transaction, context, before, { ...details, kind: 'address_changed', time_zone: zoneOf(before) })

const zoneOf = ({ selected_timezone }: Person): string => selected_timezone ?? 'Etc/UTC'
