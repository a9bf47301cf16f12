import { beforeEach, expect, test, vi } from 'vitest'
import { DATABASE_TIMEOUT_MS, settlesWithinTimeout } from '../../src/offline/timeout'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** What a wait for a database that never answers has come to by now. */
const waiting = () => {
  const seen: { answer: boolean | 'waits' } = { answer: 'waits' }
  void settlesWithinTimeout(new Promise(() => {})).then((answer) => (seen.answer = answer))
  return seen
}

test('a database that never answers is given up after its time', async () => {
  const seen = waiting()
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS - 1)
  expect(seen.answer).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.answer).toBe(false)
})

test('one that was asked before the device slept has its time again', async () => {
  const seen = waiting()
  vi.setSystemTime(Date.now() + 5 * 60_000)
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  expect(seen.answer).toBe('waits')
  await vi.advanceTimersByTimeAsync(DATABASE_TIMEOUT_MS)
  expect(seen.answer).toBe(false)
})

test('one that answers is waited for no longer, whichever way it does', async () => {
  expect(await settlesWithinTimeout(Promise.resolve('rows'))).toBe(true)
  expect(await settlesWithinTimeout(Promise.reject(new Error('the disk is full')))).toBe(true)
})
