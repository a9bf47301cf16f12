import { useInterval } from '@mantine/hooks'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { deviceTraffic } from '../diagnostics/device-traffic'
import { createStore } from '../store'
import { serverTime } from './server-clock'

/** How often what depends on the time is looked at again, in milliseconds. */
const LOOKED_AT_EVERY_MS = 20_000

const MINUTE_MS = 60_000

/** When somebody found that the time had stood still. */
const lookedAt = createStore(0)

/** What the time is by this device's clock, in milliseconds since the epoch; the component is drawn again as it passes. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), LOOKED_AT_EVERY_MS, { autoInvoke: true })
  useEffect(() => {
    const look = () => setNow(Date.now())
    const stop = lookedAt.subscribe(look)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      window.removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}

/**
 * Whether the time that something was judged by has stood still since, as while the tablet slept. Then everything that depends on
 * the time is drawn again, and what was about to be done is to be judged again first.
 */
export const refreshClockIfStale = (judgedAt: number): boolean => {
  const now = Date.now()
  if (Math.abs(now - judgedAt) < MINUTE_MS) return false
  lookedAt.set(now)
  return true
}

/** How far the server's clock is ahead of this device's, as far as it is known, in whole minutes as milliseconds. */
const serverAhead = (): number => {
  const now = Date.now()
  const ahead = serverTime(deviceTraffic.get().clock, { now, steady: performance.now() }) - now
  return Math.round(ahead / MINUTE_MS) * MINUTE_MS
}

/** What the time is by the server's clock, in milliseconds since the epoch: on a tablet whose own is a day behind, a pack has expired all the same. */
export const useServerNow = (): number => useNow() + useSyncExternalStore(deviceTraffic.subscribe, serverAhead)
