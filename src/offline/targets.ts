/** The target by which actions name a participant. */
export const participantTarget = (participantId: number | string): string => `participant:${participantId}`

/** The target by which actions name a study pack. */
export const studyPackTarget = (studyPackId: number): string => `study_pack:${studyPackId}`
