import { participantIdLabel } from '#domain/participants/participant'

/** The searched fields of a list of participants, with the trial's own label of IDs. */
export const searchPlaceholder = (trial: {
  is_participant_id_used: boolean
  participant_id_label: string | null
}): string => (trial.is_participant_id_used ? `${participantIdLabel(trial)} or sequence number` : 'Sequence number')
