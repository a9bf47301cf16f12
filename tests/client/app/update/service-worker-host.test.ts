// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerServiceWorker } from '../../../../src/client/app/update/service-worker-host'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A worker of the browser, which is told its states. */
class Worker extends EventTarget {
  scriptURL = new URL('/sw.js', location.href).href
  state: ServiceWorkerState = 'installing'
  postMessage = vi.fn<(message: unknown) => void>()
  becomes(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null
  waiting: Worker | null = null
  active: Worker | null = null
}

/** A browser with these workers, on whose page the app registers its own. */
const registeredBeside = async (active: Worker | null) => {
  const registration = Object.assign(new Registration(), { active })
  const container = Object.assign(new EventTarget(), {
    controller: active,
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1 = {}
      port2 = {}
    },
  )
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  const report = vi.fn<(state: string) => void>()
  const { applyUpdate } = registerServiceWorker(report)
  await vi.advanceTimersByTimeAsync(0)
  const worker = new Worker()
  registration.installing = worker
  registration.dispatchEvent(new Event('updatefound'))
  const installs = () => {
    Object.assign(registration, { installing: null, waiting: worker })
    worker.becomes('installed')
  }
  return { registration, worker, installs, report, applyUpdate }
}

/** Longer than any worker waits that activates itself in a quick browser. */
const A_SECOND = 1_000

test('a first worker is no new version, however long the browser lets it wait', async () => {
  const { installs, report } = await registeredBeside(null)
  installs()
  await vi.advanceTimersByTimeAsync(A_SECOND)
  expect(report).not.toHaveBeenCalled()
})

test('a worker that waits behind an active one is reported, activated, and then the page is reloaded', async () => {
  const { worker, installs, report, applyUpdate } = await registeredBeside(new Worker())
  installs()
  await vi.advanceTimersByTimeAsync(A_SECOND)
  expect(report.mock.calls).toEqual([['waiting']])

  const reload = vi.fn<() => void>()
  applyUpdate(reload)
  await vi.advanceTimersByTimeAsync(0)
  expect(worker.postMessage.mock.calls[0]?.[0]).toEqual({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  worker.becomes('activated')
  expect(reload).toHaveBeenCalledOnce()
})

describe('a first installation that failed is repeated while the page stays open', () => {
  const A_QUARTER = 15 * 60_000

  /** A browser that loses these first attempts: without a connection, or in the middle of the files. */
  const browserThatLoses = (attempts: readonly ('rejected' | 'forgotten')[]) => {
    let registrations = 0
    const times: number[] = []
    let updates = 0
    const began = performance.now()
    let registration: Registration | undefined
    const register = async () => {
      const lost = attempts[registrations]
      registrations += 1
      times.push(Math.round((performance.now() - began) / 1000))
      if (lost === 'rejected') throw new TypeError('Failed to fetch')
      const made = Object.assign(new Registration(), { update: async () => void (updates += 1) })
      registration = lost === 'forgotten' ? undefined : made
      return made
    }
    const container = Object.assign(new EventTarget(), {
      controller: null,
      register,
      getRegistration: async () => registration,
    })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
    vi.stubGlobal('reportError', () => {})
    // A page of its own: earlier pages of this file still listen to the real one.
    const page = Object.assign(new EventTarget(), { readyState: 'complete', visibilityState: 'visible' })
    vi.stubGlobal('document', page)
    registerServiceWorker(() => {})
    return { page, times, updates: () => updates }
  }

  test.each([
    ['without a connection', ['rejected', 'rejected'] as const, 3],
    ['in the middle of the files', ['forgotten'] as const, 2],
    ['never', [] as const, 1],
  ])('%s', async (_, attempts, expected) => {
    const { times } = browserThatLoses(attempts)
    await vi.advanceTimersByTimeAsync(4 * A_QUARTER - 1)
    expect(times).toHaveLength(expected)
  })

  test('after half a minute, then after pauses that double up to a quarter of an hour', async () => {
    const { times } = browserThatLoses(Array.from({ length: 20 }, () => 'rejected' as const))
    await vi.advanceTimersByTimeAsync(3 * A_QUARTER)
    expect(times).toEqual([0, 30, 90, 210, 450, 930, 1830])
  })

  test('at once when the page is looked at', async () => {
    const { page, times } = browserThatLoses(Array.from({ length: 20 }, () => 'rejected' as const))
    await vi.advanceTimersByTimeAsync(A_QUARTER)
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(times).toEqual([0, 30, 90, 210, 450, 900, 930])
  })

  test('and a new version is looked for once an hour, no more often', async () => {
    const { updates } = browserThatLoses([])
    await vi.advanceTimersByTimeAsync(4 * A_QUARTER - 1)
    expect(updates()).toBe(0)
    await vi.advanceTimersByTimeAsync(8 * A_QUARTER)
    expect(updates()).toBe(2)
  })
})
