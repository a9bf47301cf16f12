import { statusMessageKind } from '#domain/people/notifications'
import { STARTED } from '#domain/trials/trial-status'
import type { Transaction } from '../db/transaction'
import type { TrialRow } from '../db/trials'
import type { SignInChange } from '../db/message-facts'
import type { WaitingAtSite } from '../db/waiting-list'
import { queueForAll, queueMessages, type Mailing } from './queue-messages'
import { trialStatusName } from '../stored-names'

/*
 * The messages to the people of a trial, each queued in one line within the transaction of its event. The recipients,
 * and how much each of them sees, are decided here and in the emails, not by the caller.
 */

type Trial = Pick<TrialRow, 'id' | 'title' | 'selected_timezone' | 'is_protected_trial'>

/** The actor, and the time. */
type ActorAndTime = { by: string; at: string }

type StatusChange = ActorAndTime & {
  /** The trial as it was before the change. */
  trial: Trial & Pick<TrialRow, 'trial_status_id' | 'started_on' | 'commitment'>
  to: number
  reason: string
  /** Who requested that a finished trial is re-opened. */
  requested_by?: string
}

/** Queues the news of a changed trial status. At the first start it has the commitment to the seed. */
export const queueStatusChange = async (
  transaction: Transaction,
  context: Mailing,
  { trial, to, reason, requested_by, ...deed }: StatusChange,
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    kind: statusMessageKind(to),
    from: trialStatusName(trial.trial_status_id),
    to: trialStatusName(to),
    reason,
    commitment: to === STARTED && trial.started_on === null ? trial.commitment : null,
    ...(requested_by !== undefined && { requested_by }),
  })

/** Queues the request to re-open a finished trial, to those who may confirm it. */
export const queueReopeningRequested = async (
  transaction: Transaction,
  context: Mailing,
  { trial, reason, ...deed }: ActorAndTime & { trial: Trial; reason: string },
): Promise<void> =>
  queueMessages(transaction, context, trial, { ...commonFacts(trial, deed), kind: 'reopening_requested', reason })

/** Queues the news that participants wait in a trial that goes on, for each site of the list, to those who may randomise there. */
export const queueWaiting = async (
  transaction: Transaction,
  context: Mailing,
  { trial, sites, ...deed }: ActorAndTime & { trial: Trial; sites: readonly WaitingAtSite[] },
): Promise<void> => {
  for (const { waiting, ...site } of sites)
    await queueMessages(transaction, context, trial, {
      ...commonFacts(trial, deed),
      kind: 'waiting_list',
      site,
      waiting,
    })
}

/** Queues the news of an opened site, in a trial that opens its sites one by one. */
export const queueSiteOpened = async (
  transaction: Transaction,
  context: Mailing,
  {
    trial,
    site,
    reason,
    ...deed
  }: ActorAndTime & { trial: Trial; site: { id: number; title: string }; reason: string },
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    kind: 'site_opened',
    site: { id: site.id, title: site.title },
    reason,
  })

/** Queues the news of a revealed seed (RCT-ALLOC-1), to everybody in the trial. */
export const queueSeedRevealed = async (
  transaction: Transaction,
  context: Mailing,
  { trial, reason, ...deed }: ActorAndTime & { trial: Trial & Pick<TrialRow, 'commitment'>; reason: string },
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    kind: 'seed_revealed',
    reason,
    commitment: trial.commitment,
  })

/**
 * Queues the head of a trial's ledger to the people who manage the trial's users. They store it outside the portal. Returns the
 * number of recipients.
 */
export const queueLedgerHead = async (
  transaction: Transaction,
  context: Mailing,
  { trial, head, ...deed }: ActorAndTime & { trial: Trial; head: string },
): Promise<number> =>
  queueForAll(transaction, context, trial, { ...commonFacts(trial, deed), kind: 'ledger_head', head })

type AboutParticipant = ActorAndTime & {
  trial: Trial
  participant: { trial_sequence_no: number; site: { id: number; title: string } }
}

/** Queues the news of an unblinding to the team. It never names the group. */
export const queueUnblinding = async (
  transaction: Transaction,
  context: Mailing,
  { trial, participant, reason, ...deed }: AboutParticipant & { reason: string | null },
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    ...of(participant),
    kind: 'unblinding',
    reason,
  })

/** Queues the news that a participant's group became known by accident. It never names the group. */
export const queueInadvertentUnblinding = async (
  transaction: Transaction,
  context: Mailing,
  { trial, participant, ...deed }: AboutParticipant,
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    ...of(participant),
    kind: 'inadvertent_unblinding',
  })

/** Queues the news of a randomisation in error. `error` describes the error in words. */
export const queueErrorRecorded = async (
  transaction: Transaction,
  context: Mailing,
  { trial, participant, error, ...deed }: AboutParticipant & { error: string },
): Promise<void> =>
  queueMessages(transaction, context, trial, {
    ...commonFacts(trial, deed),
    ...of(participant),
    kind: 'randomisation_error',
    error,
  })

type LowStock = ActorAndTime & {
  trial: Trial
  /** Null where it is the stock of the whole trial. */
  site: { id: number; title: string } | null
  active: number
  level: number
}

/** Queues an alert that active packs have fallen to the alert level. Returns the number of recipients. */
export const queueLowStock = async (
  transaction: Transaction,
  context: Mailing,
  { trial, site, active, level, ...deed }: LowStock,
): Promise<number> => {
  const facts = { ...commonFacts(trial, deed), kind: 'low_stock', active, level } as const
  return queueForAll(transaction, context, trial, site === null ? facts : { ...facts, site })
}

/** Queues the news that a system user has been granted a role in a protected trial. */
export const queueProtectedAccess = async (
  transaction: Transaction,
  context: Mailing,
  { trial, person, role, ...deed }: ActorAndTime & { trial: Trial; person: string; role: string },
): Promise<void> =>
  queueMessages(transaction, context, trial, { ...commonFacts(trial, deed), kind: 'protected_access', person, role })

/** Queues the news that the sign-in or the address of a user of the trial was changed. */
export const queueSignInChanged = async (
  transaction: Transaction,
  context: Mailing,
  { trial, person, change, ...deed }: ActorAndTime & { trial: Trial; person: string; change: SignInChange },
): Promise<void> =>
  queueMessages(transaction, context, trial, { ...commonFacts(trial, deed), kind: 'sign_in_changed', person, change })

/** The fields that all messages about a trial share. Only these are copied into a message. */
export const commonFacts = ({ id, title, selected_timezone }: Trial, { by, at }: ActorAndTime) => ({
  trial: { id, title, selected_timezone },
  by,
  at,
})

const of = ({ trial_sequence_no, site }: AboutParticipant['participant']) => ({
  trial_sequence_no,
  site: { id: site.id, title: site.title },
})
