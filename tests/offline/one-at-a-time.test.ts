// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { byLease } from '#offline/one-at-a-time'
import { openOutboxDatabase, type OutboxDatabase } from '#offline/outbox-database'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/* Two pages of one device, in a browser that knows no locks. */

const NAME = 'leases-of-a-test'
const TWO_MINUTES_MS = 120_000

let database: OutboxDatabase
let clock: number

beforeEach(async () => {
  clock = Date.parse('2026-11-20T10:00:00Z')
  const opened = await openOutboxDatabase(NAME)
  if (!opened.ok) throw new Error(opened.refusal.words)
  database = opened.value
})
afterEach(async () => {
  database.close()
  await Dexie.delete(NAME)
})

const page = (owner: string) => byLease(database, owner, () => clock)

/** Work that has been begun, and goes on until it is told to end. */
const begun = async (owner: string) => {
  let end = () => {}
  let whole: Promise<boolean> | undefined
  await new Promise<void>((isBegun) => {
    whole = page(owner)(() => {
      isBegun()
      return new Promise((resolve) => {
        end = resolve
      })
    })
  })
  return { whole, end: () => end() }
}

describe('who sends', () => {
  it('keeps others from it until he is done', async () => {
    const first = await begun('first')
    expect(await page('second')(() => Promise.resolve())).toBe(false)
    first.end()
    expect(await first.whole).toBe(true)
    expect(await page('second')(() => Promise.resolve())).toBe(true)
  })

  it('and was asleep for too long does not give back what another has taken meanwhile', async () => {
    const asleep = await begun('asleep')
    clock += TWO_MINUTES_MS
    const awake = await begun('awake')
    asleep.end()
    await asleep.whole
    expect(await page('third')(() => Promise.resolve())).toBe(false)
    awake.end()
    await awake.whole
  })

  it('is done although the database is gone when he gives it back', async () => {
    const first = await begun('first')
    database.close()
    first.end()
    expect(await first.whole).toBe(true)
  })
})
