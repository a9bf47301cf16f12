import type { StudyPack } from '#contract/study-packs'
import type { StudyPackStatusKey } from '#domain/study-pack'
import { studyPackStatusOfId } from '#domain/study-pack'
import type { studyPacksSearch } from '../../../../app/screen-search'
import { dayNumber } from '../../../../ui/format-time'

/** A trial's packs, laid out once so that they are narrowed while one types, however many they are. */
export type PackIndex = {
  entries: readonly PackEntry[]
  byId: ReadonlyMap<number, StudyPack>
  batches: readonly string[]
}

type PackEntry = {
  pack: StudyPack
  /** Everything that a search finds it by, in lower case, line by line. */
  text: string
  status: StudyPackStatusKey | undefined
}

type Batch = { batch_id: string; study_packs: readonly StudyPack[] }

/** Lays out an answer of packs by batch; packs stay in the order in which they came. */
export const indexPacks = (batches: readonly Batch[]): PackIndex => {
  const packs = batches.flatMap(({ study_packs }) => study_packs)
  return {
    entries: packs.map((pack) => ({
      pack,
      text: `${pack.pack_id}\n${pack.batch_id}\n${pack.participant?.trial_sequence_no ?? ''}`.toLowerCase(),
      status: studyPackStatusOfId(pack.study_pack_status_id)?.key,
    })),
    byId: new Map(packs.map((pack) => [pack.id, pack])),
    batches: batches.map(({ batch_id }) => batch_id),
  }
}

/** What a list of packs is narrowed to: the search and the filters of its address. */
export type PackFilter = ReturnType<typeof studyPacksSearch.read>

/**
 * The packs that match a search (any part of a pack id, a batch or a participant's sequence number) and every filter, in their
 * order. `today` is the trial's day, `YYYY-MM-DD`.
 */
export const filterPacks = ({ entries }: PackIndex, filter: PackFilter, today: string): StudyPack[] => {
  const q = filter.q.toLowerCase()
  const statuses = new Set(filter.status)
  const fits = expiryTest(filter.expiry, today)
  const found: StudyPack[] = []
  for (const { pack, text, status } of entries) {
    if (q !== '' && !text.includes(q)) continue
    if (statuses.size > 0 && (status === undefined || !statuses.has(status))) continue
    if (filter.site_id !== undefined && pack.site_id !== (filter.site_id === 'none' ? null : filter.site_id)) continue
    if (filter.batch_id !== undefined && pack.batch_id !== filter.batch_id) continue
    if (filter.study_group_id !== undefined && pack.study_group?.id !== filter.study_group_id) continue
    if (fits(pack.expire_on)) found.push(pack)
  }
  return found
}

/** Whether the search or a filter holds anything back. */
export const isNarrowed = ({ q, status, ...filters }: PackFilter): boolean =>
  q !== '' || status.length > 0 || Object.values(filters).some((value) => value !== undefined)

/** Days are compared as text, which for `YYYY-MM-DD` is their order. */
const expiryTest = (expiry: PackFilter['expiry'], today: string): ((expireOn: string | null) => boolean) => {
  const isWithin = (days: number) => {
    const last = dayAfter(today, days)
    return (on: string | null) => on !== null && on >= today && on <= last
  }
  switch (expiry) {
    case undefined:
      return () => true
    case 'past':
      return (on) => on !== null && on < today
    case 'within_30_days':
      return isWithin(30)
    case 'within_90_days':
      return isWithin(90)
    case 'later': {
      const last = dayAfter(today, 90)
      return (on) => on !== null && on > last
    }
    case 'never':
      return (on) => on === null
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10)

const DAY_MS = 86_400_000
