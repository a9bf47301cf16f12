import { isPastExpiry } from '../study-packs/study-pack'
import { permitsAction } from '../study-packs/study-pack-actions'

const HOUR_MS = 60 * 60 * 1000

/**
 * How old what a device knows of its packs may be for handing one out without a further word, in milliseconds
 * (src/specification/offline.md#what-may-wait).
 */
const DISPENSED_FREELY_FOR_MS = HOUR_MS
/** How old it may be at all, in milliseconds (src/specification/offline.md#what-may-wait). */
const DISPENSED_AT_ALL_FOR_MS = 24 * HOUR_MS

/** How old the server's word on a pack may be for still being its word now, in milliseconds. */
const HOLDS_FOR_MS = 60 * 1000

/** Whether what the server said so many milliseconds ago is what it says now; after that its age counts, whatever the connection looks like. */
export const isWordOfNow = (age_ms: number): boolean => !isAgeUnknown(age_ms) && age_ms < HOLDS_FOR_MS

/** How far a clock may be put back by whatever keeps it right, in milliseconds, before an age by it says nothing. */
const CLOCK_SLACK_MS = 60 * 1000

/** Whether an age in milliseconds, by the clock of one device, says that this was put back: how old the thing is nobody knows then. */
export const isAgeUnknown = (age_ms: number): boolean => age_ms < -CLOCK_SLACK_MS

/** Why a pack cannot be handed out without the connection. */
const OFFLINE_DISPENSE_REFUSALS = ['too_old', 'age_unknown', 'not_allocated', 'past_expiry'] as const
type OfflineDispenseRefusal = (typeof OFFLINE_DISPENSE_REFUSALS)[number]

/** Whether a pack may be handed out without the connection: freely, once somebody has ticked that it is old, or not. */
export type OfflineDispense =
  { kind: 'free' } | { kind: 'needs_tick' } | { kind: 'refused'; why: OfflineDispenseRefusal }

type DispensablePack = { study_pack_status_id: number; expire_on: string | null }

/**
 * What a device may do about a pack while the server is away. `age_ms` is how long ago the server told of the pack, `today` the day
 * it is in the trial's time zone (`YYYY-MM-DD`). Refused: packs that were told of more than 24 hours ago or nobody knows when, that are
 * not Allocated, or that are past their expiry.
 * Source: src/specification/offline.md#what-may-wait.
 */
export const offlineDispense = (pack: DispensablePack, device: { age_ms: number; today: string }): OfflineDispense => {
  if (!permitsAction(pack.study_pack_status_id, 'dispense')) return { kind: 'refused', why: 'not_allocated' }
  if (isPastExpiry(pack, device.today)) return { kind: 'refused', why: 'past_expiry' }
  const byAge = offlineDispenseByAge(device.age_ms)
  return byAge === 'free' || byAge === 'needs_tick' ? { kind: byAge } : { kind: 'refused', why: byAge }
}

/** The same by its age alone, in milliseconds. */
export const offlineDispenseByAge = (age_ms: number): 'free' | 'needs_tick' | 'too_old' | 'age_unknown' => {
  if (isAgeUnknown(age_ms)) return 'age_unknown'
  if (age_ms > DISPENSED_AT_ALL_FOR_MS) return 'too_old'
  return age_ms > DISPENSED_FREELY_FOR_MS ? 'needs_tick' : 'free'
}
