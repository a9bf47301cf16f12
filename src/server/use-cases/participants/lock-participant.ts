import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findParticipants, type ParticipantRow } from '../../ground/db/participants'
import type { Transaction } from '../../ground/db/transaction'
import { lockTrial, type TrialRow } from '../../ground/db/trials'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { TrialView } from '../call/view'

type ParticipantCall = {
  context: ServerContext
  actor: Actor
  view: TrialView
  parameters: { trial_id: number; participant_id: number }
}

/** The participant of an action: nothing else happens in their trial until the transaction ends. */
export type LockedParticipant = {
  view: TrialView
  trial: TrialRow
  participant: ParticipantRow
  /** The time under the lock, so that the order of times is the order of events. */
  now: string
}

/** Locks the trial of a participant for an action about them; 404 where there is none at the sites of the view. */
export const lockParticipant = async (
  transaction: Transaction,
  { context, view, parameters }: ParticipantCall,
): Promise<Outcome<LockedParticipant, Refusal>> => {
  const { trial_id, participant_id } = parameters
  const trial = await lockTrial(transaction, trial_id)
  const [participant] = await findParticipants(transaction, trial_id, view.sites, [participant_id])
  if (!trial || !participant) return refused(refusal('not_found'))
  return accepted({ view, trial, participant, now: context.now() })
}

/** The common fields of messages to the people of the trial about any action. */
export const newsOfAction = ({ actor }: ParticipantCall, { trial, participant, now }: LockedParticipant) => ({
  trial,
  participant,
  by: actor.name,
  at: now,
})
