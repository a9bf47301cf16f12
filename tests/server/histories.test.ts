// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import '#offline/outbox-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/full'
import { openBase, type Base } from '../support/histories/base'
import { runHistory } from '../support/histories/history'
import { shortestHistory } from '../support/histories/shortest-history'

/*
 * Histories of a ward in virtual time: the app's own outbox, calls and wizard on tablets, the whole server in two processes, and
 * between them a network, a database and people that fail. Each is looked at for what must always hold (decision 0085).
 */

/** The seeds of histories that once broke something. Each is run every time. */
const FAILED_ONCE: readonly number[] = []

/** How many are run: `HISTORIES=100000` for a night. */
const COUNT = Number(process.env['HISTORIES'] ?? (isFull ? 2000 : 100))
const FIRST = isFull ? Date.now() % 1_000_000_000 : 1
/** The longest that one may take on a busy machine, in milliseconds. */
const LONGEST = 2000

let base: Base
beforeAll(async () => {
  base = await openBase()
})
afterAll(() => base.stop())

/** What a history broke, told as shortly as may be; empty where it went well. */
const brokenBy = async (seed: number, count: number): Promise<string> => {
  const outcome = await runHistory(base, seed)
  if (outcome.broken.length === 0) return ''
  return `${await shortestHistory(base, seed, outcome)}\nIt was number ${count}.`
}

test(
  'under any faults, each action has one effect, in order, and every shown result is true',
  async () => {
    const begun = performance.now()
    for (const [place, seed] of FAILED_ONCE.entries()) expect(await brokenBy(seed, place + 1)).toBe('')
    for (let count = 1; count <= COUNT; count += 1) expect(await brokenBy(FIRST + count - 1, count)).toBe('')
    const seconds = (performance.now() - begun) / 1000
    if (isFull)
      process.stderr.write(`${COUNT} histories from seed ${FIRST}, ${(COUNT / seconds).toFixed(1)} in a second\n`)
  },
  LONGEST * COUNT + 60_000,
)

test('the history of a seed is the same at each run, and has faults in it', async () => {
  const [one, other] = [await runHistory(base, 5), await runHistory(base, 5)]
  expect(other).toEqual(one)
  expect(one.faults.length).toBeGreaterThan(5)
  expect((await runHistory(base, 6)).trace).not.toBe(one.trace)
})
