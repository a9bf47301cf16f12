import * as v from 'valibot'
import { STORED, type DeviceStorage } from '../../browser/device-storage'
import type { Traffic } from '../../api/device-traffic'
import type { ClockReading } from '../../api/server-clock'
import type { Store } from '../../browser/store'
import { noteDeviceTime } from './note-device-time'

const storedClock = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    offset_ms: v.number(),
    heard_at: v.number(),
    put_back: v.optional(v.object({ at: v.number(), by: v.number() })),
  }),
)

/** The change of its time or offset, in milliseconds, from which a reading is stored again. */
const WORTH_WRITING_MS = 60_000

/**
 * Stores the last reading of the server's clock for pages that open offline, and notes where this device's clock was put back since.
 * Returns a function that stops this.
 */
export const persistServerClock = (
  storage: DeviceStorage,
  traffic: Store<Traffic>,
  now: () => number = Date.now,
  steadyNow: () => number = () => performance.now(),
): (() => void) => {
  const before = v.safeParse(storedClock, storage.read(STORED.serverClock))
  const { clock } = traffic.get()
  if (before.success && clock === null) traffic.set({ ...traffic.get(), clock: { ...before.output, steady: null } })
  let steadyBefore = clock?.steady
  /** The latest time of this device's clock that this page has seen since the last answer. */
  let latest = -Infinity
  let written: Partial<ClockReading> = {}
  const follow = () => {
    const { clock } = traffic.get()
    if (clock === null) return
    const { offset_ms, heard_at, steady, put_back } = clock
    const isAnswer = steady !== null && steady !== steadyBefore
    const isPutBack = noteDeviceTime(storage, now(), isAnswer)
    latest = isAnswer ? now() : Math.max(latest, now())
    steadyBefore = steady
    // A page on a tablet that slept may have counted less than it has seen.
    const isCounted = steady !== null && heard_at + steadyNow() - steady > latest - WORTH_WRITING_MS
    if (isPutBack && !isCounted && !clock.was_put_back) {
      traffic.set({ ...traffic.get(), clock: { ...clock, was_put_back: true } })
      return
    }
    if (steady === null) return
    const isFar = (one: number, other = Infinity) => Math.abs(one - other) >= WORTH_WRITING_MS
    if (!isFar(heard_at, written.heard_at) && !isFar(offset_ms, written.offset_ms) && put_back === written.put_back)
      return
    written = { offset_ms, heard_at, put_back }
    storage.write(STORED.serverClock, JSON.stringify(written))
  }
  follow()
  return traffic.subscribe(follow)
}
