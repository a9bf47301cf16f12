/** The seven statuses of a study pack (specification 000, section 4). `key` names the count in statistics. */
export const STUDY_PACK_STATUSES = [
  { id: 1, key: 'inactive', name: 'Inactive' },
  { id: 2, key: 'active', name: 'Active' },
  { id: 3, key: 'expired', name: 'Expired' },
  { id: 4, key: 'removed', name: 'Removed' },
  { id: 5, key: 'allocated', name: 'Allocated (not dispensed)' },
  { id: 6, key: 'dispensed', name: 'Dispensed' },
  { id: 7, key: 'recalled', name: 'Recalled' },
] as const

export type StudyPackStatus = (typeof STUDY_PACK_STATUSES)[number]
export type StudyPackStatusKey = StudyPackStatus['key']

export const studyPackStatusId = (key: StudyPackStatusKey): StudyPackStatus['id'] =>
  STUDY_PACK_STATUSES.find((status) => status.key === key)?.id ?? STUDY_PACK_STATUSES[0].id
