import { uploadAllocationList as endpoint } from '#contract/allocation-lists'
import { invalidFields, invalidRows, refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { BEYOND_LISTS, isBeyondLists, judgeListInSteps } from '#domain/randomisation/lists/judge-list'
import { authorFault } from '#domain/own-lists/list-author'
import { joinedStrata, namesOfList, readListRows, type ListFrame } from '#domain/randomisation/lists/list-rows'
import type { ListStratum } from '#domain/randomisation/own-list'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { findListAuthor, findLists, insertList } from '../../../ground/db/allocation-lists'
import { appendAudit } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { findTrial, lockTrial, type WholeTrial } from '../../../ground/db/trials'
import { inTurns } from '../../../ground/in-turns'
import { listHash } from '../../../ground/ledger/ledger-list'
import { sealList } from '../../../ground/secrets/list-seal'
import type { Call, WriteHandler } from '../../call/call'
import { lockPermissionsFor } from '../../people/permissions/authorise-granter'
import type { InForce } from './fit-fault'
import { awaitsList, listFrameOf } from './list-frame'
import { showOwnList } from './show-own-list'
import { inForce } from './stored-lists'

/**
 * Takes the list of a trial from its author, all rows or none, and seals it. It passes every test or is refused with every row, or
 * every test, at fault. From then on its hash commits to its rows.
 */
export const uploadAllocationList: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.body
    // Before the locks: trying the seeds takes seconds with many strata.
    const early = await judgeEarly(call, transaction)
    const authored = await lockAuthored(call, transaction)
    if (!authored.ok) return authored
    const trial = authored.value
    const frame = listFrameOf(trial)
    if (frame === null) return refused(refusal('list_not_used'))
    if (!awaitsList(trial)) return refused(refusal('list_not_awaited'))
    const lists = await findLists(transaction, trial_id)
    const before = inForce(call.context, trial, lists)
    const judging = { frame, before, sample_size: trial.sample_size }
    const strata = early?.by === basisOf(judging) ? early.strata : await soundStrata(call.body.rows, judging)
    if (!strata.ok) return strata
    const { context } = call
    const { trial_uuid } = trial
    const number = lists.length + 1
    const content = {
      in_force: before.numbers,
      salt_hex: Buffer.from(context.randomBytes(32)).toString('hex'),
      groups: frame.design.cells.map(({ group_ids }) => group_ids),
      strata: strata.value,
      names: namesOfList(strata.value, frame),
    }
    const hash = listHash({ trial_uuid, number, ...content })
    const now = context.now()
    const num_rows = call.body.rows.length
    await insertList(transaction, {
      trial_id,
      number,
      uploaded_by: call.actor.user_id,
      uploaded_at: now,
      hash,
      num_rows,
      sealed: Buffer.from(
        sealList(
          { seed_key: context.config.seed_key, randomBytes: context.randomBytes },
          { trial_uuid, number },
          content,
        ),
      ),
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, null, {
        kind: 'list_uploaded',
        description: `List ${number} with ${num_rows} rows uploaded for trial ${trial_id}`,
        trial_id,
        changes: [{ field: 'list_hash', old: null, new: hash }],
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ context, body, actor }, transaction) =>
    showOwnList(transaction, context, { trial_id: body.trial_id, user_id: actor.user_id }),
}

/** The trial under its lock, for whoever makes its list. Others are told that there is none. */
const lockAuthored = async (
  call: Call<typeof endpoint>,
  transaction: Transaction,
): Promise<Outcome<WholeTrial, Refusal>> => {
  const { trial_id } = call.body
  const present = await lockPermissionsFor(transaction, call.actor)
  if (!present.ok) return present
  await lockTrial(transaction, trial_id)
  const trial = await findTrial(transaction, trial_id)
  const author = await findListAuthor(transaction, trial_id)
  if (!trial || author?.user_id !== call.actor.user_id) return refused(refusal('not_found'))
  const fault = authorFault(present.value.permissions, trial_id)
  return fault === null ? accepted(trial) : refused(refusal('forbidden', { message: fault }))
}

/** What rows are judged by. */
type Judging = { readonly frame: ListFrame; readonly before: InForce; readonly sample_size: number }
type Sound = Outcome<readonly ListStratum[], Refusal>

/** The rows judged without a lock, by the trial as it is read, for its author; null where there is nothing to judge. */
const judgeEarly = async (
  { actor, body, context }: Call<typeof endpoint>,
  transaction: Transaction,
): Promise<{ by: string; strata: Sound } | null> => {
  const author = await findListAuthor(transaction, body.trial_id)
  const trial = author?.user_id === actor.user_id ? await findTrial(transaction, body.trial_id) : undefined
  const frame = trial ? listFrameOf(trial) : null
  if (!trial || frame === null || !awaitsList(trial)) return null
  const before = inForce(context, trial, await findLists(transaction, body.trial_id))
  const judging = { frame, before, sample_size: trial.sample_size }
  return { by: basisOf(judging), strata: await soundStrata(body.rows, judging) }
}

/** All that a judgement follows from beside the rows: under the lock it holds where this is still the same. */
const basisOf = ({ frame, before, sample_size }: Judging): string => {
  const { design, study_groups, sites, trial_strata } = frame
  return JSON.stringify([design, study_groups, sites, trial_strata, sample_size, before])
}

/** The strata of these rows, or why they may not be used: every row at fault, and where the rows are sound every test. */
const soundStrata = async (
  rows: Call<typeof endpoint>['body']['rows'],
  { frame, before: { strata: before }, sample_size }: Judging,
): Promise<Sound> => {
  const earlierRows = before.reduce((sum, { cells }) => sum + cells.length, 0)
  if (isBeyondLists(frame, sample_size, earlierRows)) return refused(invalidFields({ rows: BEYOND_LISTS }))
  const read = readListRows(rows, frame, before)
  if (!read.ok) return refused(invalidRows([...read.refusal]))
  const added = read.value.strata
  const whole = joinedStrata(before, added)
  const judged = { whole, added, before, as_written: read.value.as_written, sample_size }
  const faults = await inTurns(judgeListInSteps(judged, frame))
  if (faults.length === 0) return accepted(added)
  return refused(invalidFields({ rows: faults.map(({ message }) => message).join(' ') }))
}
