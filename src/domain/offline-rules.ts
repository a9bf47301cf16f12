import { isPastExpiry, permitsAction } from './study-pack'

const HOUR_MS = 60 * 60 * 1000

/** How old what a device knows of its packs may be for handing one out without a further word, in milliseconds (OFFLINE). */
export const DISPENSED_FREELY_FOR_MS = HOUR_MS
/** How old it may be at all, in milliseconds (OFFLINE). */
export const DISPENSED_AT_ALL_FOR_MS = 24 * HOUR_MS

/** How far a clock may be put back by whatever keeps it right, in milliseconds, before an age by it says nothing. */
const CLOCK_SLACK_MS = 60 * 1000

/** Whether an age in milliseconds, by the clock of one device, says that this was put back: how old the thing is nobody knows then. */
export const isAgeUnknown = (age_ms: number): boolean => age_ms < -CLOCK_SLACK_MS

/** Why a pack cannot be handed out without the connection. */
export const OFFLINE_DISPENSE_REFUSALS = ['too_old', 'age_unknown', 'not_allocated', 'past_expiry'] as const
export type OfflineDispenseRefusal = (typeof OFFLINE_DISPENSE_REFUSALS)[number]

/** Whether a pack may be handed out without the connection: freely, once somebody has ticked that it is old, or not. */
export type OfflineDispense =
  { kind: 'free' } | { kind: 'needs_tick' } | { kind: 'refused'; why: OfflineDispenseRefusal }

type KnownPack = { study_pack_status_id: number; expire_on: string | null }

/**
 * What a device may do about a pack while the server is away. `age_ms` is how long ago the server told of the pack, `today` the day
 * it is in the trial's time zone (`YYYY-MM-DD`). Refused: packs that were told of more than 24 hours ago or nobody knows when, that are
 * not Allocated, or that are past their expiry.
 * Source: OFFLINE, Refused offline.
 */
export const offlineDispense = (pack: KnownPack, told: { age_ms: number; today: string }): OfflineDispense => {
  if (!permitsAction(pack.study_pack_status_id, 'dispense')) return { kind: 'refused', why: 'not_allocated' }
  if (isPastExpiry(pack, told.today)) return { kind: 'refused', why: 'past_expiry' }
  if (isAgeUnknown(told.age_ms)) return { kind: 'refused', why: 'age_unknown' }
  if (told.age_ms > DISPENSED_AT_ALL_FOR_MS) return { kind: 'refused', why: 'too_old' }
  return told.age_ms > DISPENSED_FREELY_FOR_MS ? { kind: 'needs_tick' } : { kind: 'free' }
}
