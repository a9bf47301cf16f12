// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { session, sessionNow } from '../../../src/client/session/this-session'
import { deviceStorage, STORED } from '../../../src/client/browser/device-storage'
import { deviceTraffic } from '../../../src/client/api/device-traffic'
import { createSessionStore } from '../../../src/client/session/session-store'
import { watchSession } from '../../../src/client/session/watch-session'
import { createStore } from '../../../src/client/browser/store'
import { NOW } from '../fixed-clock'
import { memoryStorage } from '../memory-storage'
import { aToken } from '../tokens'

const HOUR = 3_600_000

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

const page = () => {
  const local = memoryStorage({ [STORED.token]: aToken('3') })
  const store = createSessionStore(
    deviceStorage(() => local),
    Date.now,
  )
  const stop = watchSession(store, window, Date.now, createStore(null))
  return { local, store, stop, sub: () => store.state.get().session?.sub ?? null }
}

describe('an open page', () => {
  test('signs out when the token runs out', () => {
    const { sub, stop } = page()
    vi.advanceTimersByTime(HOUR - 1)
    expect(sub()).toBe('3')
    vi.advanceTimersByTime(1)
    expect(sub()).toBeNull()
    stop()
  })

  test('waits for the end of the renewed token', () => {
    const { store, sub, stop } = page()
    store.renew(store.token() ?? '', aToken('3', NOW / 1000 + 7200))
    vi.advanceTimersByTime(HOUR)
    expect(sub()).toBe('3')
    vi.advanceTimersByTime(HOUR)
    expect(sub()).toBeNull()
    stop()
  })

  test('that slept through the end signs out when it is shown again', () => {
    const { sub, stop } = page()
    vi.setSystemTime(NOW + 2 * HOUR)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sub()).toBeNull()
    stop()
  })

  test('follows another tab that signed out before this one was drawn', () => {
    const local = memoryStorage({ [STORED.token]: aToken('3') })
    const store = createSessionStore(
      deviceStorage(() => local),
      Date.now,
    )
    local.removeItem(STORED.token)
    const stop = watchSession(store, window, Date.now, createStore(null))
    expect(store.state.get().session).toBeNull()
    stop()
  })

  test('follows another tab that signed out', () => {
    const { local, sub, stop } = page()
    local.removeItem(STORED.token)
    window.dispatchEvent(new StorageEvent('storage', { key: STORED.token }))
    expect(sub()).toBeNull()
    stop()
  })

  test.each([
    ['signed out', null, null],
    ['signed somebody else in', '4', '4'],
  ])('that was frozen while another tab %s notices it when it is shown again', (_, person, expected) => {
    for (const shown of [
      () => window.dispatchEvent(new Event('pageshow')),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      const { local, sub, stop } = page()
      if (person === null) local.removeItem(STORED.token)
      else local.setItem(STORED.token, aToken(person))
      shown()
      expect(sub()).toBe(expected)
      stop()
    }
  })

  test('no longer follows once it is left', () => {
    const { local, sub, stop } = page()
    stop()
    local.removeItem(STORED.token)
    window.dispatchEvent(new StorageEvent('storage', { key: STORED.token }))
    vi.advanceTimersByTime(2 * HOUR)
    expect(sub()).toBe('3')
  })
})

describe('on a tablet whose clock is a day behind', () => {
  /** A session that lasts another hour by the server's clock. */
  const tablet = () => {
    session.start(aToken('nurse', NOW / 1000 + 25 * 3600))
    return {
      stop: watchSession(session, window, sessionNow, deviceTraffic),
      sub: () => session.state.get().session?.sub,
    }
  }
  const hears = (steady: number | null) =>
    deviceTraffic.set({ ...traffic, clock: { offset_ms: 24 * HOUR, heard_at: Date.now(), steady } })
  const traffic = deviceTraffic.get()
  afterEach(() => deviceTraffic.set(traffic))

  test('the session ends by the server’s clock, once that was read', () => {
    const { stop, sub } = tablet()
    hears(performance.now())
    vi.advanceTimersByTime(HOUR - 1000)
    expect(sub()).toBe('nurse')
    vi.advanceTimersByTime(1000)
    expect(sub()).toBeUndefined()
    stop()
  })

  test('the session ends at once where an earlier page read that its time is over', () => {
    const { stop, sub } = tablet()
    vi.setSystemTime(NOW + HOUR)
    hears(null)
    session.endIfExpired()
    expect(sub()).toBeUndefined()
    stop()
  })

  test('the session continues where the clock has been corrected since the reading', () => {
    const { stop, sub } = tablet()
    hears(null)
    vi.setSystemTime(NOW + 24 * HOUR)
    session.endIfExpired()
    expect(sub()).toBe('nurse')
    stop()
    session.end()
  })
})
