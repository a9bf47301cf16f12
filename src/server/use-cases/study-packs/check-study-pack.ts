import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import type { checkStudyPack as endpoint } from '#contract/study-packs'
import { accepted, refused } from '#domain/outcome'
import { packNotFound } from '#domain/study-packs/study-pack'
import { packOfParticipant } from '../../ground/audit/pack-of-participant'
import { appendAudit } from '../../ground/db/audit-log'
import { insertPackLogs } from '../../ground/db/study-pack-logs'
import type { WriteHandler } from '../call/call'
import { PERFORMED_NOW } from '../call/stored-performed-at'
import { answerStudyPacks } from './answer-study-packs'
import { lockPermittedPacks } from './lock-permitted-packs'

/**
 * Records that a person found a pack to be the right one for its participant, so that another person may dispense it.
 * Anybody who may dispense can confirm; the dispense checks that it was another person.
 */
export const checkStudyPack: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { study_pack_id } = call.parameters
    const packAction = { ids: [study_pack_id], action: 'dispense' } as const
    const locked = await lockPermittedPacks(transaction, call, packAction)
    if (!locked.ok) return locked
    const { view, trial, packs, now } = locked.value
    if (!trial.is_dispense_checked) return refused(refusal('check_not_asked'))
    await insertPackLogs(
      transaction,
      packs.map(({ id, study_pack_status_id, trial_sequence_no }) => ({
        study_pack_id: id,
        created_at: now,
        actioned_by: call.actor.user_id,
        action: 'check',
        study_pack_status_id,
        comment: `Confirmed as the pack of participant ${trial_sequence_no}`,
        ...PERFORMED_NOW,
        writer_sight: view.visibility,
      })),
    )
    const [pack] = packs
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'study_pack_checked',
        description: `Study pack ${pack?.pack_id} confirmed by a second person in trial ${trial.id}`,
        changes: packs.flatMap((one) => packOfParticipant(one.pack_id, one)),
        writer_sight: view.visibility,
      }),
    )
    return accepted({ study_packs: [study_pack_id] })
  },

  answer: async (call, transaction, rows) => {
    const shownPacks = await answerStudyPacks(call, transaction, rows)
    if (!shownPacks.ok) return shownPacks
    const [pack] = shownPacks.value.data
    return pack
      ? accepted(pack)
      : refused(refusal('not_found', { message: packNotFound(call.parameters.study_pack_id) }))
  },
}
