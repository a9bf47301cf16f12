import { accepted, refused, type Outcome } from '../outcome'
import { DIFFERENT_SITES, NO_SITE_SET, STUDY_PACK_STATUSES, type StudyPackStatus } from './study-pack'
import { permitsAction, type StudyPackAction } from './study-pack-actions'

/** How many packs of a selection are in each status, by the status' id. */
export type StatusCounts = ReadonlyMap<number, number>

export const countStatuses = (packs: Iterable<{ study_pack_status_id: number }>): StatusCounts => {
  const counts = new Map<number, number>()
  for (const { study_pack_status_id: id } of packs) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/**
 * The statuses of a selection that do not permit an action, each with how many packs are in it, in the order of the list of
 * statuses. Empty where every pack permits it.
 */
export const statusesAgainst = (
  counts: StatusCounts,
  name: StudyPackAction,
): { status: StudyPackStatus; count: number }[] =>
  STUDY_PACK_STATUSES.filter(({ id }) => counts.has(id) && !permitsAction(id, name)).map((status) => ({
    status,
    count: counts.get(status.id) ?? 0,
  }))

/** Whether an action is enabled for a selection: it holds packs, and each is in a status that permits it. */
export const selectionPermits = (counts: StatusCounts, name: StudyPackAction): boolean =>
  counts.size > 0 && [...counts.keys()].every((id) => permitsAction(id, name))

/** The one site from which packs would be transferred; refused in words where there is none. */
export const originOf = (packs: readonly { site_id: number | null }[]): Outcome<number, string> => {
  const sites = new Set(packs.map(({ site_id }) => site_id))
  const [origin = null] = sites
  if (sites.size > 1) return refused(DIFFERENT_SITES)
  return origin === null ? refused(NO_SITE_SET) : accepted(origin)
}

/** A duration as it is typed, in days: a blank clears it, anything that is no number becomes 0. */
export const parseDuration = (typed: string): number | null => {
  const text = typed.trim()
  if (text === '') return null
  const days = Number(text)
  return Number.isFinite(days) ? Math.max(0, Math.round(days)) : 0
}

/** An expiry date as it is typed, `YYYY-MM-DD`; a blank clears it. */
export const parseExpiry = (typed: string): string | null => typed.trim() || null
