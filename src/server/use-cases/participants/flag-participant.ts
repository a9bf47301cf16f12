import { refusal } from '#contract/errors'
import type { flagParticipant as endpoint } from '#contract/participants'
import { changeFlag, flagStatusOf, type FlagChange } from '#domain/participants/flagging'
import { accepted, refused } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { moveCounts, readStates } from '#domain/randomisation/allocate'
import { designAt } from '#domain/randomisation/ratios'
import { stateKeys } from '#domain/randomisation/state-keys'
import { auditEntry, type FieldChange } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { findDrawStates, updateDrawStates } from '../../ground/db/draw-states'
import { findForFlagging, insertFlag, moveNumSampled, type FlaggedParticipant } from '../../ground/db/participant-flags'
import { findParticipants } from '../../ground/db/participants'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, lockTrial, type TrialRow } from '../../ground/db/trials'
import type { Call, WriteHandler } from '../call/call'
import type { ServerContext } from '../call/server-context'
import type { TrialView } from '../call/view'
import { refuseNamedGroup } from '../call/refuse-named-group'
import { undoneBy, type Undone } from '../call/undone-by'
import { storedPerformedAt } from '../call/stored-performed-at'
import { appendLedger } from '../trials/append-ledger'
import { designOf } from '../trials/trial-design'
import { shownParticipant } from './show-participant'
import { sealedDrawState, storedDrawState } from '../trials/stored-draw-states'

/** Sets or lifts a participant's flag, under the trial's lock: the next draw uses it or not at all. */
export const flagParticipant: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id, participant_id } = call.parameters
    const { view } = call
    const trial = await lockTrial(transaction, trial_id)
    const participant = await findForFlagging(transaction, trial_id, view.sites, participant_id)
    if (!trial || !participant) return refused(refusal('not_found'))
    const change = changeFlag(participant, trial, {
      flag_status: call.body.flag_status,
      steers: can(view.permission, 'steerCounts'),
    })
    if (!change.ok) return refused(refusal(change.refusal))
    const writer = { actor: call.actor, view }
    const unnamed = await refuseNamedGroup(transaction, writer, [
      { field: 'comment', called: 'comment', text: call.body.comment },
    ])
    if (!unnamed.ok) return unnamed
    const now = call.context.now()
    const changes = changesOf(participant, change.value)
    const undone = await undoneBy(transaction, {
      undo: call.body.undo,
      actor: call.actor,
      chain: trial_id,
      now,
      kinds: ['participant_flagged', 'participant_unflagged'],
      subject: `Participant ${participant.trial_sequence_no} `,
      changes,
    })
    if (!undone.ok) return undone
    const event = { call, view, trial, participant, change: change.value, now, undone: undone.value }
    const flagId = await storeFlag(transaction, event)
    if (change.value.counts_by !== 0)
      await moveEngineCounts(transaction, call.context, participant, trial_id, change.value.counts_by)
    await announceFlag(transaction, event)
    // Not `participants`: those are the ones that a key randomised.
    return accepted({ participant_flags: [flagId] })
  },

  answer: async ({ view, parameters }, transaction) => {
    const { trial_id, sites } = view
    const [row] = await findParticipants(transaction, trial_id, sites, [parameters.participant_id])
    return row ? accepted(shownParticipant(row, view)) : refused(refusal('not_found'))
  },
}

/** One flag set or lifted; `now` is the time under the lock, so that the order of times is the order of events. */
type FlagEvent = {
  call: Call<typeof endpoint>
  view: TrialView
  trial: TrialRow
  participant: FlaggedParticipant
  change: FlagChange
  now: string
  undone: Undone
}

const storeFlag = async (
  transaction: Transaction,
  { call, trial, participant, change, now }: FlagEvent,
): Promise<number> => {
  const flag = {
    participant_id: call.parameters.participant_id,
    created_at: now,
    flagged_by: call.actor.user_id,
    is_flagged: change.is_flagged,
    comment: call.body.comment,
    ...storedPerformedAt(call, { earliest: participant.created_at, now }),
  }
  const id = await insertFlag(transaction, trial.id, flag, change.is_counted_out)
  if (change.sampled_by !== 0) await moveNumSampled(transaction, trial.id, change.sampled_by)
  return id
}

/** Takes a participant out of the counts that the next draw uses, or puts them back, under the keys of their own draw. */
const moveEngineCounts = async (
  transaction: Transaction,
  context: ServerContext,
  participant: FlaggedParticipant,
  trialId: number,
  by: 1 | -1,
): Promise<void> => {
  const trial = await findTrial(transaction, trialId)
  const design = trial && designOf(trial)
  if (!trial || !design?.ok) throw new Error(`trial ${trialId} is stored with a design that cannot be run`)
  const keys = stateKeys(design.value, participant.epoch, participant)
  const states = await findDrawStates(transaction, trialId, keys)
  const countedBy = designAt(design.value, participant)
  const stored = readStates(
    countedBy,
    keys.map((key) => storedDrawState(context, trial, states, key)),
  )
  const moved = stored.ok ? moveCounts(countedBy, stored.value, participant.arm, by) : stored
  if (!moved.ok) throw new Error(`a state of trial ${trialId} is damaged, one of ${keys.join(', ')}`)
  const sealed = keys.flatMap((key, place) => {
    const state = moved.value[place]
    return state ? [sealedDrawState(context, trial, key, state)] : []
  })
  await updateDrawStates(transaction, trialId, sealed)
}

const changesOf = (participant: FlaggedParticipant, { is_flagged }: FlagChange): FieldChange[] => [
  { field: 'flag_status', old: flagStatusOf(participant.is_flagged), new: flagStatusOf(is_flagged) },
]

/** The records of a flag: in the audit log with the comment as its reason, in the ledger without a word of it. */
const announceFlag = async (
  transaction: Transaction,
  { call, view, trial, participant, change, now, undone }: FlagEvent,
): Promise<void> => {
  const { is_flagged } = change
  await appendAudit(
    transaction,
    auditEntry({ ...call, now }, view, {
      kind: is_flagged ? 'participant_flagged' : 'participant_unflagged',
      participant: participant.trial_sequence_no,
      description: `Participant ${participant.trial_sequence_no} ${is_flagged ? 'flagged' : 'unflagged'} in trial ${trial.id}${undone.suffix}`,
      changes: [...undone.changes, ...changesOf(participant, change)],
      reason: call.body.comment,
    }),
  )
  await appendLedger(transaction, call.context, trial, [
    {
      type: is_flagged ? 'flag' : 'unflag',
      at: now,
      counter: participant.allocation_counter,
      level: view.permission.role.level,
      steers: change.counts_by === 0 ? 0 : 1,
    },
  ])
}
