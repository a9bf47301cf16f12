import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import type { printStudyPackLabels as endpoint } from '#contract/study-pack-import'
import { labelSheetOf } from '#domain/study-packs/label-sheet'
import { accepted, refused } from '#domain/outcome'
import { packNotFound } from '#domain/study-packs/study-pack'
import { appendAudit } from '../../ground/db/audit-log'
import { insertPackLogs } from '../../ground/db/study-pack-logs'
import { findStudyPacks } from '../../ground/db/study-packs'
import { findTrial, lockTrial } from '../../ground/db/trials'
import type { FileHandler } from '../call/call'
import { PERFORMED_NOW } from '../call/stored-performed-at'
import { renderLabels, type LabelFile } from '../../ground/labels/render-labels'

/**
 * The labels of packs as sheets to print, recorded in the history of each pack and in the audit log. They are in order
 * of pack id, so that their order reveals nothing, and never name the group. 404 where one of the packs is not of the
 * trial.
 */
export const printStudyPackLabels: FileHandler<typeof endpoint, LabelFile> = {
  perform: async ({ context, actor, view, parameters: { trial_id }, body, request_id }, transaction) => {
    // Before the packs: their logs refer to them, and every other action on a pack locks the trial first.
    const trial = await lockTrial(transaction, trial_id)
    if (!trial) return refused(refusal('not_found'))
    if (!trial.is_managing_packs) return refused(refusal('packs_not_managed'))
    const packs = await findStudyPacks(transaction, trial, view.sites, body.study_pack_ids)
    const reachable = new Set(packs.map(({ id }) => id))
    const missing = body.study_pack_ids.find((id) => !reachable.has(id))
    if (missing !== undefined) return refused(refusal('not_found', { message: packNotFound(missing) }))
    const now = context.now()
    await insertPackLogs(
      transaction,
      packs.map(({ id, study_pack_status_id }) => ({
        study_pack_id: id,
        created_at: now,
        actioned_by: actor.user_id,
        action: 'print_label',
        study_pack_status_id,
        comment: labelSheetOf(body.sheet).name,
        ...PERFORMED_NOW,
        writer_sight: view.visibility,
      })),
    )
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, view, {
        kind: 'study_pack_labels_printed',
        description: `Labels of ${packs.length} study packs of trial ${trial_id} printed on ${body.sheet}`,
        // A label printed again could be stuck on another pack: it must be possible to find which were.
        changes: packs.map(({ pack_id }) => ({
          field: `study_packs.${pack_id}.labels_printed`,
          old: null,
          new: body.sheet,
        })),
      }),
    )
    return accepted({ study_packs: packs.map(({ id }) => id) })
  },

  answer: async ({ view, parameters: { trial_id }, body, now }, transaction, { study_packs = [] }) => {
    const trial = await findTrial(transaction, trial_id)
    if (!trial) return refused(refusal('not_found'))
    const sites = new Map(trial.sites.map(({ id, title }) => [id, title]))
    const packs = await findStudyPacks(transaction, trial, view.sites, study_packs)
    const labels = packs.map(({ pack_id, site_id, expire_on, confirmation_code }) => ({
      pack_id,
      trial: trial.title,
      site: site_id === null ? null : (sites.get(site_id) ?? null),
      expire_on,
      confirmation_code: trial.is_confirmable ? confirmation_code : null,
    }))
    return accepted({
      sheet: labelSheetOf(body.sheet),
      printed_at: now,
      labels: labels.sort((a, b) => (a.pack_id < b.pack_id ? -1 : 1)),
    })
  },

  render: renderLabels,
}
