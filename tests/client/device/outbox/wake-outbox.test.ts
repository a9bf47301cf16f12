// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connection, connectionAfter, initialConnection } from '../../../../src/client/device/offline/connection'
import { type Evidence } from '../../../../src/client/api/evidence'
import { wakeOutbox } from '../../../../src/client/device/outbox/device-outbox'
import { sealReady } from '../../../../src/client/device/outbox/device-seals'
import { session } from '../../../../src/client/session/this-session'
import { aToken } from '../../tokens'

/** A page whose worker reports events, and how often it woke its outbox since it was last counted. */
const wakingPage = () => {
  const worker = new EventTarget()
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  connection.set(initialConnection(0))
  const wake = vi.fn<() => void>()
  const stop = wakeOutbox(window, wake)
  onTestFinished(() => {
    stop()
    session.end()
    connection.set(initialConnection(0))
  })
  const wakesAt = (happen: () => void): number => {
    wake.mockClear()
    happen()
    return wake.mock.calls.length
  }
  return { worker, wake, stop, wakesAt }
}

const see = (evidence: Evidence) => connection.set(connectionAfter(connection.get(), evidence))
const LOST: Evidence = { kind: 'unreachable', at: 4 }
const REACHED: Evidence = { kind: 'answered', ms: 5, at: 20_000 }

const WAYS: readonly (readonly [string, (worker: EventTarget) => void])[] = [
  ['the page is shown again', () => window.dispatchEvent(new Event('pageshow'))],
  ['the page is focused', () => window.dispatchEvent(new Event('focus'))],
  ['the browser has a network', () => window.dispatchEvent(new Event('online'))],
  ['the page is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['a person signs in', () => session.start(aToken('4'))],
  ['the session gets its seal', () => sealReady.set(sealReady.get() + 1)],
  [
    'the worker reports the network',
    (worker) => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'WAKE' } })),
  ],
  ['the connection is slow', () => see({ kind: 'waiting', at: 1 })],
]

test('the outbox is awake from the beginning', () => {
  expect(wakingPage().wake).toHaveBeenCalledOnce()
})

test.each(WAYS)('%s: the outbox wakes, until it is stopped', (_way, happen) => {
  const { worker, stop, wakesAt } = wakingPage()
  expect(wakesAt(() => happen(worker))).toBe(1)
  session.end()
  connection.set(initialConnection(0))
  stop()
  expect(wakesAt(() => happen(worker))).toBe(0)
})

test('a page that is hidden does not wake it', () => {
  const { wakesAt } = wakingPage()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  expect(wakesAt(() => document.dispatchEvent(new Event('visibilitychange')))).toBe(0)
})

test('an answer alone does not read the outbox again; a connection that comes back does', () => {
  const { wakesAt } = wakingPage()
  const wakesAfter = (...evidence: Evidence[]) => wakesAt(() => evidence.forEach(see))
  expect(wakesAfter(...[1, 2, 3].map((at): Evidence => ({ kind: 'answered', ms: 5, at })))).toBe(0)
  expect(wakesAfter(LOST, LOST)).toBe(1)
  expect(wakesAfter(REACHED)).toBe(1)
})
