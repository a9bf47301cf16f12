import { recipientsOf } from '#domain/people/notifications'
import { insertMessages, type NewMessage } from '../db/messages'
import type { Transaction } from '../db/transaction'
import { findTrialPeople, type TrialPerson } from '../db/trial-people'
import type { OpenDatabase } from '../db/open-database'
import { siteOf, type MessageFacts } from '../db/message-facts'

type TrialAccess = { id: number; is_protected_trial: boolean }

/** The dependencies of queueing. `mail` is null where nobody gets emails. */
export type Mailing = { mail: { wake: () => void } | null; database: OpenDatabase }

/**
 * Stores a message for every recipient of an event, within the transaction of its effect: both or neither. Nothing is
 * sent before that is committed.
 */
export const queueMessages = async (
  transaction: Transaction,
  context: Mailing,
  trial: TrialAccess,
  facts: MessageFacts,
): Promise<void> => {
  await queueForAll(transaction, context, trial, facts)
}

/** The same. Returns the number of recipients, for callers that record that people know of the event. */
export const queueForAll = async (
  transaction: Transaction,
  context: Mailing,
  trial: TrialAccess,
  facts: MessageFacts,
): Promise<number> => {
  if (context.mail === null) return 0
  const people = await findTrialPeople(transaction, trial.id, facts.at)
  const messages = messagesFor(trial, people, facts)
  await insertMessages(transaction, messages)
  if (messages.length > 0) context.database.transactions.afterCommit(context.mail.wake)
  return messages.length
}

/** One message for each recipient among these people. */
export const messagesFor = (trial: TrialAccess, people: readonly TrialPerson[], facts: MessageFacts): NewMessage[] =>
  messagesTo(trial.id, recipientsOf(trial, { kind: facts.kind, site_id: siteOf(facts) }, people), facts)

/** One message for each of these people. */
export const messagesTo = (trialId: number, people: readonly TrialPerson[], facts: MessageFacts): NewMessage[] => {
  const site_id = siteOf(facts)
  return people.map(({ user_id, name, email }) => ({
    trial_id: trialId,
    site_id,
    user_id,
    recipient_name: name,
    recipient_address: email,
    facts,
    queued_at: facts.at,
    resent_of: null,
  }))
}
