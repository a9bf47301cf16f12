import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callAt } from '../../../src/client/session/expiry-timer'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const DAY = 86_400_000

describe('a call at an instant', () => {
  test.each([
    ['in the past', -1, 0],
    ['in an hour', DAY / 24, DAY / 24],
    ['further away than a timer can wait', 60 * DAY, 60 * DAY],
  ])('%s happens then and not before', (_, at, expected) => {
    const called = vi.fn<() => void>()
    callAt(at, called, Date.now)
    vi.advanceTimersByTime(Math.max(0, expected - 1))
    expect(called).toHaveBeenCalledTimes(expected > 0 ? 0 : 1)
    vi.advanceTimersByTime(1)
    expect(called).toHaveBeenCalledTimes(1)
  })

  test('waits longer where the clock was put back meanwhile', () => {
    const called = vi.fn<() => void>()
    callAt(DAY, called, Date.now)
    vi.setSystemTime(-DAY)
    vi.advanceTimersByTime(DAY)
    expect(called).not.toHaveBeenCalled()
    vi.advanceTimersByTime(DAY)
    expect(called).toHaveBeenCalledTimes(1)
  })

  test('does not happen once it is cancelled, however far away it was', () => {
    const called = vi.fn<() => void>()
    const cancel = callAt(60 * DAY, called, Date.now)
    vi.advanceTimersByTime(30 * DAY)
    cancel()
    vi.advanceTimersByTime(60 * DAY)
    expect(called).not.toHaveBeenCalled()
  })
})
