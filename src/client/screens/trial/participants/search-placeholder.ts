import { participantIdLabel } from '#domain/participants/participant'

/** What a list of participants is searched by, in the trial's own words. */
export const searchPlaceholder = (trial: {
  is_participant_id_used: boolean
  participant_id_label: string | null
}): string => (trial.is_participant_id_used ? `${participantIdLabel(trial)} or sequence number` : 'Sequence number')
