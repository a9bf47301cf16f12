import { useSyncExternalStore } from 'react'
import { deviceTraffic } from '../../api/device-traffic'
import { isPutBack, timeAtLeast } from '../../api/server-clock'
import { useNow } from '../../device/offline/use-now'

const MINUTE_MS = 60_000

/**
 * The time by which the age of stored packs is judged, in milliseconds since the epoch by this device's clock as it was before
 * it was put back; -Infinity, so that every age is unknown, where it was put back to before the server's last answer.
 */
export const useNowForAges = (): number => useNow() + useSyncExternalStore(deviceTraffic.subscribe, putBackBy)

/** How far this device's clock was put back since the server's last answer, as far as known, in whole minutes as milliseconds. */
const putBackBy = (): number => {
  const { clock } = deviceTraffic.get()
  const moment = { now: Date.now(), steady: performance.now() }
  if (clock === null) return 0
  // Without this page's own clock: a tablet that sleeps may stop it, so that it counts too little.
  if (isPutBack({ ...clock, steady: null }, moment)) return -Infinity
  const least = timeAtLeast({ ...clock, offset_ms: 0 }, moment)
  return Math.floor((least - moment.now) / MINUTE_MS) * MINUTE_MS
}
