import type { Participant } from '#contract/participants'
import type { StoredParticipant } from '#contract/stored-answers'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { packsToCollect } from '../../trials/trial/packs-to-collect'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'

/** The participant from whose page the dispensing was begun, and their packs that wait to be dispensed. */
export type IntendedRecipient = {
  trial_sequence_no: number
  participant_id: string | null
  site: { id: number; title: string }
  pack_ids: readonly string[]
}

/** The recipient as the server shows them. */
export const recipientFromServer = (participant: Participant): IntendedRecipient => ({
  ...participant,
  pack_ids: packsToCollect(participant),
})

/** The recipient as a device stores the participant and the packs. */
export const recipientFromStore = (
  { trial_sequence_no, participant_id, site_id }: StoredParticipant,
  { sites }: Pick<PacksTrial, 'sites'>,
  packs: readonly PackFromServerOrStore[],
): IntendedRecipient => ({
  trial_sequence_no,
  participant_id,
  site: { id: site_id, title: sites.find(({ id }) => id === site_id)?.title ?? `Site ${site_id}` },
  pack_ids: packs
    .filter(
      ({ participant, study_pack_status_id }) =>
        participant?.trial_sequence_no === trial_sequence_no && permitsAction(study_pack_status_id, 'dispense'),
    )
    .map(({ pack_id }) => pack_id),
})
