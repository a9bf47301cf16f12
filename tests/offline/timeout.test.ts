import { beforeEach, expect, test, vi } from 'vitest'
import { DATABASE_TIMEOUT_MS, settlesWithinTimeout } from '../../src/offline/timeout'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Waits for a database that never answers. Returns the state of the wait. */
const waiting = () => {
  const seen: { answer: boolean | 'waits' } = { answer: 'waits' }
  void settlesWithinTimeout(new Promise(() => {})).then((answer) => (seen.answer = answer))
  return seen
}

test('a database that never answers is abandoned after its time-out', async () => {
  const seen = waiting()
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS - 1)
  expect(seen.answer).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.answer).toBe(false)
})

test('one that was asked before the device slept gets its time-out again', async () => {
  const seen = waiting()
  vi.setSystemTime(Date.now() + 5 * 60_000)
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  expect(seen.answer).toBe('waits')
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  expect(seen.answer).toBe(false)
})

test('one that answers is not awaited any longer, whatever its answer', async () => {
  expect(await settlesWithinTimeout(Promise.resolve('rows'))).toBe(true)
  expect(await settlesWithinTimeout(Promise.reject(new Error('the disk is full')))).toBe(true)
})
