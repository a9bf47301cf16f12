import type { FieldChange } from './audit-entry'

type ParticipantNumber = { trial_sequence_no: number | null }

/**
 * The participant of a pack before and after an event, by sequence number; the entry is found by the one after it.
 * Empty for an unallocated pack. Never with its group.
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

/** The pack of an entry's field, and the field's name; null where it is of no pack. */
export const namedPack = (field: string): { pack_id: string; column: string } | null => {
  const [, pack_id, column] = FIELD_OF_PACK.exec(field) ?? []
  return pack_id === undefined || column === undefined ? null : { pack_id, column }
}

const FIELD_OF_PACK = /^study_packs\.(.*)\.([a-z_]+)$/
