// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook, act, cleanup } from '@testing-library/react'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import { refreshClockIfStale, useNow, useServerNow, useToday } from '../../../../src/client/device/offline/use-now'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000
const before = deviceTraffic.get()

beforeEach(() => vi.useFakeTimers({ now: NOON }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  deviceTraffic.set(before)
})

test('the server’s time is this device’s clock until the first answer, and then the server’s', () => {
  const { result } = renderHook(useServerNow)
  expect(result.current).toBe(NOON)
  act(() =>
    deviceTraffic.set({ ...before, clock: { offset_ms: DAY - 700, heard_at: NOON, steady: performance.now() } }),
  )
  expect(result.current).toBe(NOON + DAY)
})

test('the time by the server’s clock is known from an earlier page', () => {
  deviceTraffic.set({ ...before, clock: { offset_ms: DAY, heard_at: NOON - DAY, steady: null } })
  expect(renderHook(useServerNow).result.current).toBe(NOON + DAY)
})

test('the time is updated as soon as the page is shown again, and where it is found stale', () => {
  const { result } = renderHook(useNow)
  vi.setSystemTime(NOON + DAY)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(NOON + DAY)

  expect(refreshClockIfStale(result.current)).toBe(false)
  vi.setSystemTime(NOON + 2 * DAY)
  act(() => expect(refreshClockIfStale(result.current)).toBe(true))
  expect(result.current).toBe(NOON + 2 * DAY)
})

test('the day changes at midnight of its time zone, while the page stays open, and is not rendered at each tick', () => {
  vi.setSystemTime(Date.parse('2026-11-21T10:59:30.000Z'))
  let renders = 0
  const { result } = renderHook(() => {
    renders += 1
    return useToday('Pacific/Auckland')
  })
  act(() => void vi.advanceTimersByTime(20_000))
  expect([result.current, renders]).toEqual(['2026-11-21', 1])
  act(() => void vi.advanceTimersByTime(20_000))
  expect([result.current, renders]).toEqual(['2026-11-22', 2])
})

test('one timer serves a screen, so that all of it is updated at once, and no timer is left', () => {
  const screen = renderHook(() => [useNow(), useNow(), useServerNow(), useToday('Pacific/Auckland')])
  expect(vi.getTimerCount()).toBe(1)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(screen.result.current.slice(0, 3)).toEqual([NOON + 20_000, NOON + 20_000, NOON + 20_000])
  screen.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
