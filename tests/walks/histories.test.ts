// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import '#offline/outbox-database'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/full'
import { openBase, type Base } from '../support/histories/base'
import { runHistory } from '../support/histories/history'
import { shortestHistory } from '../support/histories/shortest-history'

/*
 * Histories of a ward in virtual time. Tablets run the app's own outbox, calls and wizard, and the whole server runs in
 * two processes. Network, database and people between them fail. Each history is checked for what must always hold
 * (decision 0085).
 */

/** The seeds of histories that once failed. Each is run every time. */
const FAILED_ONCE: readonly number[] = [952_680_048]

/** The number of histories: `HISTORIES=100000` for a night. */
const COUNT = Number(process.env['HISTORIES'] ?? (isFull ? 2000 : 100))
const FIRST = isFull ? Date.now() % 1_000_000_000 : 1
/** The time limit of one history on a busy machine, in milliseconds. */
const LONGEST = 2000

let bases: { plain: Base; withPacks: Base }
beforeAll(async () => {
  bases = { plain: await openBase(), withPacks: await openBase({ hasPacks: true }) }
})
afterAll(() => Promise.all([bases.plain.stop(), bases.withPacks.stop()]))

/** Odd seeds are histories with packs. */
const baseOf = (seed: number): Base => (seed % 2 === 0 ? bases.plain : bases.withPacks)

/** The rule that a history broke, with the shortest history that breaks it; empty where all held. Adds its acts to those. */
const brokenBy = async (seed: number, count: number, acts: Record<string, number>): Promise<string> => {
  const base = baseOf(seed)
  const outcome = await runHistory(base, seed)
  for (const [kind, times] of Object.entries(outcome.acts)) acts[kind] = (acts[kind] ?? 0) + times
  if (outcome.broken.length === 0) return ''
  return `${await shortestHistory(base, seed, outcome)}\nIt was number ${count}.`
}

test(
  'under any faults, each action has one effect, in order, and every shown result is true',
  async () => {
    const begun = performance.now()
    const acts: Record<string, number> = {}
    for (const [place, seed] of FAILED_ONCE.entries()) expect(await brokenBy(seed, place + 1, acts)).toBe('')
    for (let count = 1; count <= COUNT; count += 1) expect(await brokenBy(FIRST + count - 1, count, acts)).toBe('')
    // A few histories need not have every kind of act.
    const missing = COUNT < 100 ? [] : Object.keys(acts).filter((kind) => acts[kind] === 0)
    expect(missing).toEqual([])
    const seconds = (performance.now() - begun) / 1000
    if (isFull)
      process.stderr.write(`${COUNT} histories from seed ${FIRST}, ${(COUNT / seconds).toFixed(1)} in a second\n`)
  },
  LONGEST * COUNT + 60_000,
)

// The real one, before a history replaces it.
const { setTimeout: later } = globalThis

/** Collects garbage again and again while this work runs, for at most a fifth of the time: a shared process has much of it. */
const collecting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let isOver = false
  const collectAgain = () => {
    if (isOver) return
    const begun = performance.now()
    collect()
    later(collectAgain, 100 + 4 * (performance.now() - begun))
  }
  collectAgain()
  try {
    return await work()
  } finally {
    isOver = true
  }
}

test('the history of a seed is the same at each run, whenever garbage is collected, and has faults in it', async () => {
  const base = bases.plain
  const [one, other] = [await runHistory(base, 14), await collecting(() => runHistory(base, 14))]
  expect(other).toEqual(one)
  expect(one.faults.length).toBeGreaterThan(5)
  expect((await runHistory(base, 6)).trace).not.toBe(one.trace)
})
