// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook, act, cleanup } from '@testing-library/react'
import { deviceTraffic } from '../../../src/client/diagnostics/device-traffic'
import { useServerNow } from '../../../src/client/offline/use-now'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000
const before = deviceTraffic.get()

beforeEach(() => vi.useFakeTimers({ now: NOON }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  deviceTraffic.set(before)
})

test('the time by the server’s clock is this device’s until the server has told its own, and then the server’s', () => {
  const { result } = renderHook(useServerNow)
  expect(result.current).toBe(NOON)
  act(() => deviceTraffic.set({ ...before, clock_offset_ms: DAY - 700 }))
  expect(result.current).toBe(NOON + DAY)
})
