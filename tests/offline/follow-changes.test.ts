import { followChanges } from '#offline/follow-changes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/* When a page reads its outbox again. A read takes as long as the test says, and the clock is the test's. */

let change: () => void
let content: number
let takes_ms: number
let reads: number
let failure: Error | null
/** What was read, and whether nothing had changed meanwhile. */
let seen: (readonly [number, boolean] | string)[]

beforeEach(() => {
  vi.useFakeTimers()
  content = 0
  takes_ms = 100
  reads = 0
  failure = null
  seen = []
})
afterEach(() => vi.useRealTimers())

const writes = () => {
  content += 1
  change()
}

const follows = () =>
  followChanges({
    read: async () => {
      reads += 1
      const read = content
      await new Promise((resolve) => setTimeout(resolve, takes_ms))
      if (failure !== null) throw failure
      return read
    },
    onChange: (changed) => {
      change = changed
      return () => {
        change = () => {}
      }
    },
    observer: {
      next: (read, isWhole) => seen.push([read, isWhole]),
      error: (error) => seen.push(String(error)),
    },
  })

it('is at once, and at once after a single change', async () => {
  follows()
  await vi.advanceTimersByTimeAsync(1000)
  writes()
  await vi.advanceTimersByTimeAsync(takes_ms)
  expect(seen).toEqual([
    [0, true],
    [1, true],
  ])
})

it('shows what it read while changes go on, and then reads all of them together, the last one too', async () => {
  follows()
  for (let n = 0; n < 50; n += 1) writes()
  await vi.advanceTimersByTimeAsync(takes_ms)
  expect(seen).toEqual([[0, false]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([seen, reads]).toEqual([
    [
      [0, false],
      [50, true],
    ],
    2,
  ])
})

it('takes at most a quarter of the time, however many changes there are', async () => {
  follows()
  for (let n = 0; n < 1000; n += 1) {
    await vi.advanceTimersByTimeAsync(10)
    writes()
  }
  expect(reads).toBeGreaterThan(20)
  expect(reads).toBeLessThanOrEqual(10_000 / (4 * takes_ms) + 1)
})

it('is at most two seconds late, also after the device slept during a read', async () => {
  follows()
  vi.setSystemTime(Date.now() + 60 * 60 * 1000)
  await vi.advanceTimersByTimeAsync(takes_ms + 10)
  writes()
  await vi.advanceTimersByTimeAsync(2000 + takes_ms)
  expect(seen.at(-1)).toEqual([1, true])
})

it('is over once it is stopped, or has failed', async () => {
  const stop = follows()
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect([seen, reads]).toEqual([[], 1])
  failure = new Error('The storage of this browser does not answer')
  follows()
  await vi.advanceTimersByTimeAsync(1000)
  writes()
  await vi.advanceTimersByTimeAsync(1000)
  expect([seen, reads]).toEqual([['Error: The storage of this browser does not answer'], 2])
})

it('goes on after a read that was aborted when the page was left', async () => {
  failure = new DOMException('left', 'AbortError')
  follows()
  await vi.advanceTimersByTimeAsync(1000)
  failure = null
  writes()
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual([[1, true]])
})
