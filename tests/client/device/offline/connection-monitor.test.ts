// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionAfter, initialConnection, type Connection } from '../../../../src/client/device/offline/connection'
import { type Evidence } from '../../../../src/client/api/evidence'
import { startConnectionMonitor } from '../../../../src/client/device/offline/connection-monitor'
import { createStore } from '../../../../src/client/browser/store'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

const monitored = (kindOfAnswer: () => Evidence) => {
  const connection = createStore<Connection>(initialConnection(Date.now()))
  const observe = (evidence: Evidence) => connection.set(connectionAfter(connection.get(), evidence))
  const probe = vi.fn<() => Promise<void>>(() => Promise.resolve(observe(kindOfAnswer())))
  return { connection, observe, probe, stop: startConnectionMonitor(connection, probe, window) }
}
const answered = (): Evidence => ({ kind: 'answered', at: Date.now(), ms: 5 })
const unreachable = (): Evidence => ({ kind: 'unreachable', at: Date.now() })

describe('the monitor', () => {
  test('probes only after a silence, and every answer starts the time again', async () => {
    const { observe, probe, stop } = monitored(answered)
    await vi.advanceTimersByTimeAsync(29_000)
    observe(answered())
    await vi.advanceTimersByTimeAsync(29_000)
    expect(probe).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(probe).toHaveBeenCalledTimes(1)
    stop()
  })

  test('probes at once after a failure, so that offline is known at once', async () => {
    const { connection, observe, probe, stop } = monitored(unreachable)
    observe(unreachable())
    await vi.advanceTimersByTimeAsync(1)
    expect(probe).toHaveBeenCalledTimes(1)
    expect(connection.get().state).toBe('offline')
    stop()
  })

  test('probes again and again until the server is back', async () => {
    let isBack = false
    const { connection, observe, probe, stop } = monitored(() => (isBack ? answered() : unreachable()))
    observe(unreachable())
    await vi.advanceTimersByTimeAsync(20_001)
    expect(probe.mock.calls.length).toBeGreaterThanOrEqual(4)
    isBack = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(connection.get().state).toBe('online')
    stop()
  })

  test('probes when the browser reports a change', async () => {
    const { probe, stop } = monitored(answered)
    window.dispatchEvent(new Event('offline'))
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledTimes(2)
    stop()
  })

  test('sends one probe at a time', async () => {
    let answer = () => {}
    const connection = createStore<Connection>(initialConnection(0))
    const probe = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (answer = resolve)))
    const stop = startConnectionMonitor(connection, probe, window)
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('offline'))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(probe).toHaveBeenCalledTimes(1)
    answer()
    stop()
  })

  test('sends no probe once it is stopped', async () => {
    const { observe, probe, stop } = monitored(answered)
    stop()
    observe(unreachable())
    await vi.advanceTimersByTimeAsync(120_000)
    expect(probe).not.toHaveBeenCalled()
  })
})
