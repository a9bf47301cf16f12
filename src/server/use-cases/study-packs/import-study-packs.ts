import { auditEntry } from '../../ground/audit/audit-entry'
import { invalidFields, invalidRows, refusal, type Refusal } from '#contract/errors'
import type { importStudyPacks as endpoint } from '#contract/study-pack-import'
import { groupPatternsInSteps } from '#domain/study-packs/list-admission/group-patterns'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { checkImportInSteps, type ImportCells, type ImportedPack } from '#domain/study-packs/study-pack-import'
import { dayIn } from '../../ground/time/calendar'
import { appendAudit } from '../../ground/db/audit-log'
import { groupsInBatch, insertManyPacks, packIdsOfTrial } from '../../ground/db/study-pack-import'
import { insertPackLogs } from '../../ground/db/study-pack-logs'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, lockTrial, type WholeTrial } from '../../ground/db/trials'
import { inPieces, inTurns } from '../../ground/in-turns'
import type { WriteHandler } from '../call/call'
import { PERFORMED_NOW } from '../call/stored-performed-at'
import { shuffled } from '../../ground/random-order'

/**
 * Imports the packs of a list into a trial, all or none: Inactive, in random order, so that no answer or order by their
 * ids reveals their groups. A list with a revealing pattern needs a reason. The audit entry records any reason given.
 * 422 with every cell at fault.
 */
export const importStudyPacks: WriteHandler<typeof endpoint> = {
  perform: async ({ context, actor, view, parameters, body, request_id }, transaction) => {
    await lockTrial(transaction, parameters.trial_id)
    const trial = await findTrial(transaction, parameters.trial_id)
    if (!trial) return refused(refusal('not_found'))
    if (!trial.is_managing_packs) return refused(refusal('packs_not_managed'))
    const now = context.now()
    const packs = await soundPacks(transaction, trial, body.study_packs, dayIn(trial.selected_timezone, now))
    if (!packs.ok) return packs
    const in_batch = await groupsInBatch(transaction, trial.id, body.batch_id)
    const patterns = await inTurns(groupPatternsInSteps(packs.value, { study_groups: trial.study_groups, in_batch }))
    if (patterns.length > 0 && body.acknowledge_pattern === null) {
      const acknowledge_pattern = patterns.map(({ message }) => message).join('; ')
      return refused(invalidFields({ acknowledge_pattern }))
    }
    const study_packs: number[] = []
    await inPieces(shuffled(packs.value, context.randomBytes), PACKS_IN_PIECE, async (piece) => {
      const ids = await insertManyPacks(
        transaction,
        piece.map((pack) => ({
          ...pack,
          trial_id: trial.id,
          batch_id: body.batch_id,
          study_pack_status_id: INACTIVE,
        })),
      )
      study_packs.push(...ids)
    })
    await inPieces(study_packs, PACKS_IN_PIECE, async (piece) =>
      insertPackLogs(
        transaction,
        piece.map((study_pack_id) => ({
          study_pack_id,
          created_at: now,
          actioned_by: actor.user_id,
          action: 'import',
          study_pack_status_id: INACTIVE,
          comment: `Imported with batch ${body.batch_id}`,
          ...PERFORMED_NOW,
          writer_sight: view.visibility,
        })),
      ),
    )
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, view, {
        kind: 'study_packs_imported',
        description: `${study_packs.length} study packs imported into trial ${trial.id} with batch ${body.batch_id}`,
        // By id, an order that reveals as little of the groups as that of the packs.
        changes: packs.value
          .map(({ pack_id }) => ({ field: `study_packs.${pack_id}.study_pack_status_id`, old: null, new: INACTIVE }))
          .sort((a, b) => (a.field < b.field ? -1 : 1)),
        // The author may have seen more than this check, such as a batch that another person has filled meanwhile.
        reason: body.acknowledge_pattern,
      }),
    )
    return accepted({ study_packs })
  },

  answer: async (_call, _transaction, { study_packs = [] }) => accepted({ data: { created: study_packs.length } }),
}

const INACTIVE = studyPackStatusId('inactive')

/** So many packs are stored by one statement: the embedded database never yields the thread meanwhile. */
const PACKS_IN_PIECE = 500

/** The packs of the rows; refused with every cell at fault, including ids that the trial has already. */
const soundPacks = async (
  transaction: Transaction,
  trial: WholeTrial,
  rows: readonly ImportCells[],
  today: string,
): Promise<Outcome<ImportedPack[], Refusal>> => {
  const pack_ids = await packIdsOfTrial(transaction, trial.id)
  const { packs, problems } = await inTurns(checkImportInSteps(rows, { ...trial, pack_ids, today }))
  return problems.length > 0 ? refused(invalidRows(problems)) : accepted(packs)
}
