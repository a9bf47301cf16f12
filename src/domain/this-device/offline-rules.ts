import { isPastExpiry } from '../study-packs/study-pack'
import { permitsAction } from '../study-packs/study-pack-actions'

const HOUR_MS = 60 * 60 * 1000

/**
 * The age of stored packs up to which one may be dispensed without a confirmation, in milliseconds
 * (src/specification/offline.md#what-may-wait).
 */
const DISPENSED_FREELY_FOR_MS = HOUR_MS
/** The age up to which one may be dispensed at all, in milliseconds (src/specification/offline.md#what-may-wait). */
const DISPENSED_AT_ALL_FOR_MS = 24 * HOUR_MS

/** The age up to which an answer about a pack counts as current, in milliseconds. */
const HOLDS_FOR_MS = 60 * 1000

/** Whether an answer of this age is current; an older one shows its age, whatever the connection. */
export const isWordOfNow = (age_ms: number): boolean => !isAgeUnknown(age_ms) && age_ms < HOLDS_FOR_MS

/** How far automatic correction may put a clock back, in milliseconds, before ages by it are unknown. */
const CLOCK_SLACK_MS = 60 * 1000

/** Whether an age in milliseconds shows that the device's clock was put back: then the real age is unknown. */
export const isAgeUnknown = (age_ms: number): boolean => age_ms < -CLOCK_SLACK_MS

/** Why a pack cannot be dispensed offline. */
const OFFLINE_DISPENSE_REFUSALS = ['too_old', 'age_unknown', 'not_allocated', 'past_expiry'] as const
export type OfflineDispenseRefusal = (typeof OFFLINE_DISPENSE_REFUSALS)[number]

/** Whether a pack may be dispensed offline: freely, after a person has ticked that the list is old, or not. */
export type OfflineDispense =
  { kind: 'free' } | { kind: 'needs_tick' } | { kind: 'refused'; refusal: OfflineDispenseRefusal }

type DispensablePack = { study_pack_status_id: number; expire_on: string | null }

/**
 * Whether a device may dispense a pack offline. `age_ms` is the age of the server's answer about it, `today` the day in the
 * trial's time zone (`YYYY-MM-DD`). Refused where the answer is older than 24 hours or of unknown age, the pack is not
 * Allocated, or it is past its expiry. Source: src/specification/offline.md#what-may-wait.
 */
export const offlineDispense = (pack: DispensablePack, device: { age_ms: number; today: string }): OfflineDispense => {
  if (!permitsAction(pack.study_pack_status_id, 'dispense')) return { kind: 'refused', refusal: 'not_allocated' }
  if (isPastExpiry(pack, device.today)) return { kind: 'refused', refusal: 'past_expiry' }
  const byAge = offlineDispenseByAge(device.age_ms)
  return byAge === 'free' || byAge === 'needs_tick' ? { kind: byAge } : { kind: 'refused', refusal: byAge }
}

/** The same by the age alone, in milliseconds. */
export const offlineDispenseByAge = (age_ms: number): 'free' | 'needs_tick' | 'too_old' | 'age_unknown' => {
  if (isAgeUnknown(age_ms)) return 'age_unknown'
  if (age_ms > DISPENSED_AT_ALL_FOR_MS) return 'too_old'
  return age_ms > DISPENSED_FREELY_FOR_MS ? 'needs_tick' : 'free'
}
