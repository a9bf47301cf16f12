// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import '#offline/outbox-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBase, type Base } from '../support/histories/base'
import { runHistory } from '../support/histories/history'

let base: Base
beforeAll(async () => {
  base = await openBase()
})
afterAll(() => base.stop())

test('history', async () => {
  const began = performance.now()
  for (let seed = 1; seed <= 10; seed += 1) {
    const t = performance.now()
    const outcome = await runHistory(base, seed)
    process.stderr.write(`${seed} ${Math.round(performance.now() - t)} ms ${JSON.stringify(outcome.acts)} faults ${outcome.faults.length} ${outcome.broken.join(' | ')} :: ${outcome.trace}\n`)
  }
  const again = await runHistory(base, 1)
  process.stderr.write(`again ${again.trace}\n ${Math.round(performance.now() - began)}`)
  expect(1).toBe(1)
}, 120_000)
