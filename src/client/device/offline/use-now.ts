import { useEffect, useState, useSyncExternalStore } from 'react'
import { deviceTraffic } from '../../api/device-traffic'
import { todayIn } from '../../ui/format-time'
import { serverTime } from '../../api/server-clock'

/** The interval at which content that depends on the time is updated, in milliseconds. */
const LOOKED_AT_EVERY_MS = 20_000

const MINUTE_MS = 60_000

const watchers = new Set<() => void>()
const look = () => watchers.forEach((watch) => watch())
let timer: ReturnType<typeof setInterval> | undefined

/**
 * Calls `watch` whenever time may have passed, also after the tablet slept: once for a whole screen. Returns a function
 * that stops this.
 */
const onTick = (watch: () => void): (() => void) => {
  watchers.add(watch)
  if (watchers.size === 1) {
    timer = setInterval(look, LOOKED_AT_EVERY_MS)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    watchers.delete(watch)
    if (watchers.size > 0) return
    clearInterval(timer)
    window.removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** The time by this device's clock, in milliseconds since the epoch; renders the component again as it passes. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => onTick(() => setNow(Date.now())), [])
  return now
}

/**
 * Returns whether the time of a judgement is stale, as after the tablet slept. Then it updates the time, so that
 * everything is rendered and judged again before an action.
 */
export const refreshClockIfStale = (judgedAt: number): boolean => {
  if (Math.abs(Date.now() - judgedAt) < MINUTE_MS) return false
  look()
  return true
}

/** How far the server's clock is ahead, as far as known, in whole minutes as milliseconds. */
const serverAhead = (): number => {
  const now = Date.now()
  const ahead = serverTime(deviceTraffic.get().clock, { now, steady: performance.now() }) - now
  return Math.round(ahead / MINUTE_MS) * MINUTE_MS
}

/**
 * The time by the server's clock, in milliseconds since the epoch: packs expire by it also on a tablet whose clock is a day
 * behind.
 */
export const useServerNow = (): number => useNow() + useSyncExternalStore(deviceTraffic.subscribe, serverAhead)

/** The present day in a time zone by the server's clock, `YYYY-MM-DD`. */
export const serverDayIn = (zone: string): string => todayIn(zone, Date.now() + serverAhead())

/**
 * The present day in a time zone by the server's clock, `YYYY-MM-DD`. Renders the component again when the day changes, and not at
 * each tick.
 */
export const useToday = (zone: string): string => useSyncExternalStore(onTick, () => serverDayIn(zone))
