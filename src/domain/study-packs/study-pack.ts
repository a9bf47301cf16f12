import { daysBefore } from '../time/calendar-day'
import { CHANGED_PACK_FIELDS } from './study-pack-fields'

/** The seven statuses of a study pack. `key` names the count in statistics. */
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

export const studyPackStatusOfId = (id: number): StudyPackStatus | undefined => STATUS_BY_ID.get(id)

/** Called for each of twenty thousand packs while a list opens. */
const STATUS_BY_ID: ReadonlyMap<number, StudyPackStatus> = new Map(
  STUDY_PACK_STATUSES.map((status) => [status.id, status]),
)

type Dated = { expire_on: string | null; duration: number | null }

/**
 * The last day on which a pack may be allocated: `expire_on` less `duration` days, null counting as 0; null where it never
 * expires. Days are `YYYY-MM-DD`.
 */
export const lastAllocationDate = ({ expire_on, duration }: Dated): string | null =>
  expire_on === null ? null : daysBefore(expire_on, duration ?? 0)

/** Whether a pack may be allocated on a day: it is Active, and its last possible allocation date is not past. */
export const isAllocatable = (pack: Dated & { study_pack_status_id: number }, today: string): boolean => {
  const last = lastAllocationDate(pack)
  return studyPackStatusOfId(pack.study_pack_status_id)?.key === 'active' && (last === null || last >= today)
}

type TrialOfPacks = {
  is_site_managing_packs: boolean
  sites: readonly { id?: number | undefined; is_deleted: boolean }[]
}

/**
 * Whether participants can get a pack where it is. Sites that manage their packs give only their own, so that nobody gets
 * those at a deleted site or at none.
 */
export const isAtPlaceOfUse = ({ site_id }: { site_id: number | null }, trial: TrialOfPacks): boolean =>
  !trial.is_site_managing_packs || trial.sites.some(({ id, is_deleted }) => id === site_id && !is_deleted)

/** Whether a pack is past its expiry on a day: it may still be used on the day itself. */
export const isPastExpiry = ({ expire_on }: Pick<Dated, 'expire_on'>, day: string): boolean =>
  expire_on !== null && expire_on < day

/** The fields of a pack that an action may change besides its status. */
export type ChangedFields = { site_id: number | null; expire_on: string | null; duration: number | null }

/** Whether any of the fields that a person saw has changed. Fields that were not seen are not compared. */
export const differsFrom = (pack: ChangedFields, seen: Partial<ChangedFields>): boolean =>
  CHANGED_PACK_FIELDS.some((field) => seen[field] !== undefined && seen[field] !== pack[field])

/** Shown where the requested pack is unknown. */
export const packNotFound = (packId: string | number): string => `Pack ${packId} not found`

/** Shown where a list of packs is empty. */
export const NO_STUDY_PACKS = 'No study packs found'

/** Shown where a trial has no packs, or a pack has no history. */
export const NO_PACK_INFORMATION = 'No pack information available'

/** Shown where a pack has changed since the person saw it. */
export const CHANGED_MEANWHILE = 'A study pack has changed since you loaded it. Nothing was saved'

/* Refusals of a transfer. */
export const DIFFERENT_SITES = 'Every pack selected must be from the same site'
export const NO_SITE_SET = 'No site ID set'
