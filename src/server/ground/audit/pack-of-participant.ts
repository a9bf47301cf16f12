import type { FieldChange } from './audit-entry'

type ParticipantNumber = { trial_sequence_no: number | null }

/**
 * Whose a pack was before and after what an entry tells of, by the sequence number of the participant; the entry is found by whose it
 * is after it. Empty where nobody has the pack. Its group is never among it.
 */
export const packOfParticipant = (
  pack_id: string,
  before: ParticipantNumber,
  after: ParticipantNumber = before,
): FieldChange[] => {
  const { trial_sequence_no: numberBefore } = before
  const { trial_sequence_no: numberAfter } = after
  return numberBefore === null && numberAfter === null
    ? []
    : [{ field: `study_packs.${pack_id}.trial_sequence_no`, old: numberBefore, new: numberAfter }]
}

/** The pack that a field of an entry is of, and what of it; null where it is of none. */
export const namedPack = (field: string): { pack_id: string; column: string } | null => {
  const [, pack_id, column] = FIELD_OF_PACK.exec(field) ?? []
  return pack_id === undefined || column === undefined ? null : { pack_id, column }
}

const FIELD_OF_PACK = /^study_packs\.(.*)\.([a-z_]+)$/
