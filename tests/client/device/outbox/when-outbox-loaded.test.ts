import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OutboxView } from '../../../../src/client/device/outbox/outbox-view'
import { whenOutboxLoaded } from '../../../../src/client/device/outbox/when-outbox-loaded'
import { createStore } from '../../../../src/client/browser/store'
import { contentOf } from './some-actions'

const UNKNOWN: OutboxView = {
  isLoaded: false,
  content: contentOf(),
  missing: [],
  unavailable: null,
}
const KNOWN = { ...UNKNOWN, isLoaded: true }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An outbox in this state, the number of requests to read it, and the states that were passed on. */
const listenersOf = (loaded: OutboxView) => {
  const view = createStore(loaded)
  const notified: OutboxView[] = []
  let looks = 0
  void whenOutboxLoaded({ view, wake: () => (looks += 1) }).then((outbox) => notified.push(outbox))
  const answer = async (after_ms = 0) => {
    await vi.advanceTimersByTimeAsync(after_ms)
    return { notified, looks }
  }
  return { view, answer }
}

test('a loaded outbox is returned at once, without another read', async () => {
  expect(await listenersOf(KNOWN).answer()).toEqual({ notified: [KNOWN], looks: 0 })
})

test('one that is not loaded yet is read, and awaited', async () => {
  const { view, answer } = listenersOf(UNKNOWN)
  expect(await answer(1000)).toEqual({ notified: [], looks: 1 })
  view.set(KNOWN)
  expect((await answer()).notified).toEqual([KNOWN])
})

test('one that cannot be read is not awaited for longer than three seconds', async () => {
  const { answer } = listenersOf(UNKNOWN)
  expect((await answer(2999)).notified).toEqual([])
  expect((await answer(1)).notified).toEqual([UNKNOWN])
})
