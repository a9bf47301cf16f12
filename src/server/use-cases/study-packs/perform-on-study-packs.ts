import { auditEntry, type FieldChange } from '../../ground/audit/audit-entry'
import type { Refusal } from '#contract/errors'
import { accepted, type Outcome } from '#domain/outcome'
import type { ChangedFields } from '#domain/study-packs/study-pack'
import {
  recordedAs,
  statusAfter,
  STUDY_PACK_ACTION_NAMES,
  STUDY_PACK_ACTIONS,
  type StudyPackAction,
} from '#domain/study-packs/study-pack-actions'
import { packOfParticipant } from '../../ground/audit/pack-of-participant'
import { dayIn } from '../../ground/time/calendar'
import { appendAudit } from '../../ground/db/audit-log'
import { insertPackLogs } from '../../ground/db/study-pack-logs'
import { CHANGED_COLUMNS, updateStudyPacks, type StudyPackRow } from '../../ground/db/study-packs'
import type { Transaction } from '../../ground/db/transaction'
import type { ChangedRows } from '../../ground/db/idempotency-keys'
import type { Actor } from '../call/call'
import type { TrialView } from '../call/view'
import type { ServerContext } from '../call/server-context'
import { refuseLearnedGroup } from '../call/refuse-named-group'
import { undoneBy } from '../call/undone-by'
import { PERFORMED_NOW, type StoredPerformedAt } from '../call/stored-performed-at'
import { lockPermittedPacks, type LockedPacks } from './lock-permitted-packs'
import { judgePattern } from './judge-pattern'
import { judgeSinglePacks } from './judge-single-packs'

/** The fields of the call of every action on packs. */
export type PackCall = {
  context: ServerContext
  actor: Actor
  view: TrialView
  parameters: { trial_id: number }
  body: {
    study_pack_id: number | null
    study_pack_ids: number[] | null
    comment: string
    /** For a change of stock: the reason to do it although the stock then reveals groups. */
    acknowledge_pattern?: string | null
    /** For an action with an undo: whether it undoes the person's last action on these packs. */
    undo?: true | undefined
  }
  request_id: string
}

export const packIdsOf = ({ study_pack_id, study_pack_ids }: PackCall['body']): number[] =>
  study_pack_ids ?? (study_pack_id === null ? [] : [study_pack_id])

/** The packs of a call, locked, where every one of them permits the action. */
export const lockPacksOfCall = (
  transaction: Transaction,
  call: PackCall,
  action: StudyPackAction,
): Promise<Outcome<LockedPacks, Refusal>> =>
  lockPermittedPacks(transaction, call, { ids: packIdsOf(call.body), action })

/** The changes of an action besides the status, and its time where that is not now. */
type Effect = {
  change?: Partial<ChangedFields>
  performed?: StoredPerformedAt
}

/**
 * Stores an action on locked packs: their new state, a log of each, and one audit entry. Refused where only an
 * unblinded person may do it.
 */
export const performOnStudyPacks = async (
  transaction: Transaction,
  call: PackCall,
  locked: LockedPacks,
  action: StudyPackAction,
  { change = {}, performed = PERFORMED_NOW }: Effect = {},
): Promise<Outcome<ChangedRows, Refusal>> => {
  const { view, trial, packs, now } = locked
  const today = dayIn(trial.selected_timezone, now)
  const after = packs.map((pack) => {
    const changed = { ...pack, ...change }
    return { ...changed, study_pack_status_id: statusAfter(changed, action, today) }
  })
  const { acknowledge_pattern = null, comment } = call.body
  const unnamed = await refuseLearnedGroup(transaction, { actor: call.actor, view }, [
    { field: 'comment', called: 'reason', text: comment },
    { field: 'acknowledge_pattern', called: 'reason', text: acknowledge_pattern ?? '' },
  ])
  if (!unnamed.ok) return unnamed
  const unpatterned = await judgePattern(transaction, { locked, action, after, acknowledge_pattern })
  if (!unpatterned.ok) return unpatterned
  const { user_id: changed_by } = call.actor
  const judged = await judgeSinglePacks(transaction, {
    locked,
    action,
    after,
    today,
    changed_by,
    reason: call.body.comment,
  })
  if (!judged.ok) return judged
  const changes = packs.flatMap((pack, index) => changesOf(pack, after[index] ?? pack))
  const undone = await undoneBy(transaction, {
    undo: call.body.undo,
    actor: call.actor,
    chain: trial.id,
    now,
    kinds: PACK_KINDS,
    subject: '',
    changes,
  })
  if (!undone.ok) return undone
  await updateStudyPacks(transaction, trial.id, after)
  await insertPackLogs(
    transaction,
    after.map(({ id, study_pack_status_id }) => ({
      study_pack_id: id,
      created_at: now,
      actioned_by: call.actor.user_id,
      action,
      study_pack_status_id,
      comment: call.body.comment,
      ...performed,
      writer_sight: view.visibility,
    })),
  )
  await appendAudit(
    transaction,
    auditEntry({ ...call, now }, view, {
      ...eventOf(action, packs, trial.id, undone.value.suffix),
      changes: [
        ...(acknowledge_pattern === null
          ? []
          : [{ field: 'acknowledge_pattern', old: null, new: acknowledge_pattern }]),
        ...undone.value.changes,
        ...changes,
      ],
      reason: call.body.comment,
      writer_sight: view.visibility,
    }),
  )
  return accepted({ study_packs: after.map(({ id }) => id) })
}

/** Every kind of entry about packs. */
const PACK_KINDS = STUDY_PACK_ACTION_NAMES.map((name) => STUDY_PACK_ACTIONS[name].audit.kind)

const eventOf = (action: StudyPackAction, packs: readonly StudyPackRow[], trialId: number, undone: string) => {
  const [first, second] = packs
  const packsInWords = first && !second ? `Study pack ${first.pack_id}` : `${packs.length} study packs`
  return {
    kind: STUDY_PACK_ACTIONS[action].audit.kind,
    description: `${packsInWords} ${recordedAs(action)} in trial ${trialId}${undone}`,
  }
}

/** The changed fields of a pack, and its participant; never its group. */
const changesOf = (before: StudyPackRow, after: StudyPackRow): FieldChange[] => [
  ...CHANGED_COLUMNS.filter((field) => before[field] !== after[field]).map((field) => ({
    field: `study_packs.${before.pack_id}.${field}`,
    old: before[field],
    new: after[field],
  })),
  ...packOfParticipant(before.pack_id, before),
]
