/** The responses of a trial to a participant id that it has already. */
export const PARTICIPANT_ID_WARNINGS = [
  { id: 1, name: 'Ignore' },
  { id: 2, name: 'Warn' },
  { id: 3, name: 'Block' },
] as const

export type ParticipantIdWarning = (typeof PARTICIPANT_ID_WARNINGS)[number]
export type DuplicateWarning = Exclude<ParticipantIdWarning['name'], 'Ignore'>

export const participantIdWarningOfId = (id: number): ParticipantIdWarning | undefined =>
  PARTICIPANT_ID_WARNINGS.find((warning) => warning.id === id)

/** The label of participant ids: the trial's own, or the specification's. */
export const participantIdLabel = ({ participant_id_label }: { participant_id_label: string | null }): string =>
  participant_id_label ?? 'Participant ID'

/** A message of the specification about participant ids, with the trial's own label where it has one. */
export const inWordsOfTrial = (message: string, trial: { participant_id_label: string | null }): string =>
  message.replaceAll(/participant ID/gi, (found) => trial.participant_id_label ?? found)

/**
 * Whether a participant id already used in the trial stops a randomisation, and how. `approved` is the tick at
 * "Randomise with this participant ID anyway": it passes a warning, never a block.
 */
export const duplicateRefusal = (trial: {
  participant_id_warning_id: number
  is_duplicate: boolean
  approved: boolean
}): DuplicateWarning | null => {
  const warning = participantIdWarningOfId(trial.participant_id_warning_id)?.name ?? 'Block'
  if (!trial.is_duplicate || warning === 'Ignore') return null
  return warning === 'Warn' && trial.approved ? null : warning
}

export const FLAG_STATUSES = ['Flagged', 'Unflagged'] as const
export type FlagStatusName = (typeof FLAG_STATUSES)[number]
