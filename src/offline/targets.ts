/** The target by which actions name a participant. */
export const participantTarget = (participantId: number | string): string => `participant:${participantId}`

/** The target by which actions name a study pack. */
export const studyPackTarget = (studyPackId: number): string => `study_pack:${studyPackId}`

/** The record that a target names; null for any other text. */
export const recordOfTarget = (target: string): { kind: 'participant' | 'study_pack'; id: number } | null => {
  const [, kind, id] = /^(participant|study_pack):([1-9]\d{0,14})$/.exec(target) ?? []
  if (id === undefined) return null
  return { kind: kind === 'participant' ? kind : 'study_pack', id: Number(id) }
}
