import { offlineDispenseByAge } from './offline-rules'

/** Whether a trial can be worked with offline, and how old the oldest part of it is, in milliseconds since the epoch. */
export type OfflineReadiness =
  | { kind: 'ready'; as_of: number }
  /** All of it is stored, but a part is too old to dispense by, or of unknown age. */
  | { kind: 'outdated'; as_of: number }
  | { kind: 'missing' }

/**
 * The readiness of a trial by its needed parts: when each was requested, in milliseconds since the epoch by the device's clock,
 * or null where it is not stored. Source: src/specification/offline.md#ready-before-it-is-needed.
 */
export const offlineReadiness = (parts: readonly (number | null)[], now: number): OfflineReadiness => {
  const stored = parts.filter((as_of) => as_of !== null)
  if (stored.length < parts.length || stored.length === 0) return { kind: 'missing' }
  const as_of = Math.min(...stored)
  const isUsable = stored.every((part) => ['free', 'needs_tick'].includes(offlineDispenseByAge(now - part)))
  return { kind: isUsable ? 'ready' : 'outdated', as_of }
}

/** The limits of automatic saving after a sign-in (src/specification/offline.md#ready-before-it-is-needed). */
export const SAVING_BUDGET = {
  /** Trials whose permission is fetched, to choose from. One request of half a kilobyte each. */
  trials_considered: 20,
  /** Trials that are saved. A ward works in two or three; opening another one saves it. */
  trials_saved: 8,
  /** Participants and packs per pass, after which no other trial is begun: about 6 MB on the line and on the device. */
  rows: 20_000,
  /** Half the hour for which a stored pack can be dispensed without a tick, so that a lost connection finds it under an hour. */
  fresh_for_ms: 30 * 60 * 1000,
} as const

/** Whether a stored answer is too old to be left as it is; also one of the future, after the clock was put back. */
export const isDueForSaving = (as_of: number | undefined, now: number): boolean =>
  as_of === undefined || now < as_of || now - as_of >= SAVING_BUDGET.fresh_for_ms

/**
 * The order in which trials are saved: where the person works at a site before the others, then those that were opened last,
 * then as they are listed. `opened` are the ids of the opened trials, the last one first.
 */
export const inSavingOrder = <Trial extends { id: number; is_at_site: boolean }>(
  trials: readonly Trial[],
  opened: readonly number[],
): Trial[] => {
  const lastOpened = ({ id }: Trial) => (opened.includes(id) ? opened.indexOf(id) : opened.length)
  return trials.toSorted((a, b) => Number(b.is_at_site) - Number(a.is_at_site) || lastOpened(a) - lastOpened(b))
}
