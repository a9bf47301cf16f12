import { daysBefore } from '../time/calendar-day'
import { lastAllocationDate, studyPackStatusOfId, type StudyPackStatusKey } from './study-pack'

/**
 * The choices of the filter by expiry. `allocatable_30_days` is by the last day of allocation, which is earlier by a pack's duration: a pack
 * for 90 days is of no use long before it expires.
 */
export const PACK_EXPIRIES = [
  'past',
  'allocatable_30_days',
  'within_30_days',
  'within_90_days',
  'later',
  'never',
] as const
type PackExpiry = (typeof PACK_EXPIRIES)[number]

/** The filters of a list of study packs. An undefined or empty one filters nothing. */
export type PackFilter = {
  /** Any part of a pack id, a batch or a participant's sequence number, whatever its case. */
  q: string
  status: readonly StudyPackStatusKey[]
  site_id?: number | 'none' | undefined
  batch_id?: string | undefined
  expiry?: PackExpiry | undefined
  study_group_id?: number | undefined
}

type Filtered = {
  pack_id: string
  batch_id: string
  study_pack_status_id: number
  site_id: number | null
  expire_on: string | null
  duration: number | null
  study_group?: { id: number } | undefined
  participant?: { trial_sequence_no: number } | undefined
}

/** A pack with its search text, made once so that long lists are filtered while a person types. */
export type PackEntry<Pack extends Filtered> = {
  pack: Pack
  /** All texts by which a search finds the pack, in lower case, one on each line. */
  text: string
  status: StudyPackStatusKey | undefined
}

export const packEntry = <Pack extends Filtered>(pack: Pack): PackEntry<Pack> => ({
  pack,
  text: `${pack.pack_id}\n${pack.batch_id}\n${pack.participant?.trial_sequence_no ?? ''}`.toLowerCase(),
  status: studyPackStatusOfId(pack.study_pack_status_id)?.key,
})

/**
 * Whether a pack matches a search and every filter. `today` is the trial's day, `YYYY-MM-DD`. A pack whose group is hidden from the
 * viewer matches no group filter.
 */
export const packTest = (filter: PackFilter, today: string): ((entry: PackEntry<Filtered>) => boolean) => {
  const q = filter.q.toLowerCase()
  const statuses = new Set(filter.status)
  const fits = expiryTest(filter.expiry, today)
  return ({ pack, text, status }) => {
    if (q !== '' && !text.includes(q)) return false
    if (statuses.size > 0 && (status === undefined || !statuses.has(status))) return false
    if (filter.site_id !== undefined && pack.site_id !== (filter.site_id === 'none' ? null : filter.site_id))
      return false
    if (filter.batch_id !== undefined && pack.batch_id !== filter.batch_id) return false
    if (filter.study_group_id !== undefined && pack.study_group?.id !== filter.study_group_id) return false
    return fits(pack)
  }
}

/** Days are compared as text, which for `YYYY-MM-DD` is their order. */
const expiryTest = (
  expiry: PackExpiry | undefined,
  today: string,
): ((pack: Pick<Filtered, 'expire_on' | 'duration'>) => boolean) => {
  const isWithin = (days: number, on: string | null) => on !== null && on >= today && on <= daysBefore(today, -days)
  switch (expiry) {
    case undefined:
      return () => true
    case 'past':
      return ({ expire_on: on }) => on !== null && on < today
    case 'allocatable_30_days':
      return (pack) => isWithin(30, lastAllocationDate(pack))
    case 'within_30_days':
      return ({ expire_on }) => isWithin(30, expire_on)
    case 'within_90_days':
      return ({ expire_on }) => isWithin(90, expire_on)
    case 'later': {
      const last = daysBefore(today, -90)
      return ({ expire_on: on }) => on !== null && on > last
    }
    case 'never':
      return ({ expire_on }) => expire_on === null
  }
}
