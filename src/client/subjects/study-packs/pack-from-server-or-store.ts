import type { StoredStudyPack, StoredTrial } from '#contract/stored-answers'
import type { StudyPack } from '#contract/study-packs'

/** A pack as the server shows it, or as a device stores it. */
export type PackFromServerOrStore = Omit<StoredStudyPack, 'participant'> & {
  /** With the id where the server has sent it. */
  participant?: { id?: number; trial_sequence_no: number; allocated_at?: string | undefined } | undefined
} & Partial<Pick<StudyPack, 'study_group' | 'checked_by_user' | 'study_pack_logs'>>

/** The packs of an answer, by batch. */
export type PackBatches = { data: readonly { batch_id: string; study_packs: readonly PackFromServerOrStore[] }[] }

export const packsIn = ({ data }: PackBatches): PackFromServerOrStore[] =>
  data.flatMap(({ study_packs }) => study_packs)

/** A pack as of an instant, in milliseconds since the epoch by this device's clock. */
export type PackAsOf = { pack: PackFromServerOrStore; as_of: number }

/** The fields of a trial that its packs need, from the server or the store. */
export type PacksTrial = Pick<
  StoredTrial,
  | 'id'
  | 'title'
  | 'sites'
  | 'selected_timezone'
  | 'is_managing_packs'
  | 'is_site_managing_packs'
  | 'is_confirmable'
  | 'is_dispense_checked'
  | 'is_participant_id_used'
  | 'participant_id_label'
>
