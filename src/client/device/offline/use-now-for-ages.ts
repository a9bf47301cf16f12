import { useSyncExternalStore } from 'react'
import { deviceTraffic } from '../../api/device-traffic'
import { isPutBack, timeAtLeast } from '../../api/server-clock'
import { useNow } from './use-now'

const MINUTE_MS = 60_000

/**
 * The time by which the age of stored content of `as_of` is judged: in milliseconds since the epoch, by this device's clock as it
 * was before it was put back; -Infinity, so that the age is unknown, where it was put back to before the server's last answer, or
 * at a time since that no page has counted.
 */
export const useNowForAges = (as_of: number): number =>
  useNow() + useSyncExternalStore(deviceTraffic.subscribe, () => putBackSince(as_of))

/** How far this device's clock was put back since `as_of`, as far as known, in whole minutes as milliseconds. */
export const putBackSince = (as_of: number): number => {
  const { clock } = deviceTraffic.get()
  const moment = { now: Date.now(), steady: performance.now() }
  if (clock === null) return 0
  // Without this page's own clock: a tablet that sleeps may stop it, so that it counts too little.
  if (clock.was_put_back || isPutBack({ ...clock, steady: null }, moment)) return -Infinity
  const { at, by } = clock.put_back ?? NEVER
  // Up to `at + by` the time may be by the clock as it was before; a fresh list then looks too old, never an old one fresh.
  const before = as_of <= at + by ? by : 0
  const least = timeAtLeast({ ...clock, offset_ms: 0 }, moment)
  return Math.floor((least - moment.now + before) / MINUTE_MS) * MINUTE_MS
}

const NEVER = { at: -Infinity, by: 0 }
