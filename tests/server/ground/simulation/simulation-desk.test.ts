import { simulatedPlan, type SIMULATION_STATES } from '#contract/simulations'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findSimulation, insertSimulation, type SimulationRow } from '../../../../src/server/ground/db/simulations'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { insertSamplePeople } from '../../../../src/server/start/sample-data/insert-sample-people'
import type { OpenWorker } from '../../../../src/server/ground/simulation/open-worker'
import {
  createSimulationRunner,
  type SimulationRunner,
} from '../../../../src/server/ground/simulation/simulation-runner'
import { testDatabase, type TestDatabase } from '../../../support/database'
import { openSourceWorker } from '../../../support/source-worker'
import { START } from '../../../support/portal'

type SimulationState = (typeof SIMULATION_STATES)[number]

let database: TestDatabase
let userId: number
const desks: SimulationRunner[] = []

beforeAll(async () => {
  database = await testDatabase()
  const people = await inTransaction(database, async (transaction) => ({
    ok: true,
    value: await insertSamplePeople(transaction, START),
  }))
  userId = people.ok ? (people.value.get('administrator') ?? 0) : 0
})
afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.stop()))
  await database.queries.deleteFrom('simulations').execute()
})
afterAll(() => database.close())

/** A desk whose worker threads run this program. */
const deskWith = (program: string, now = START): SimulationRunner => {
  return desk((job) => new Worker(program, { eval: true, workerData: job }), now)
}
const desk = (openWorker: OpenWorker, now = START): SimulationRunner => {
  const made = createSimulationRunner({ database, log: pino({ level: 'silent' }), now: () => now, openWorker })
  desks.push(made)
  return made
}

/** Starts threads that run this program, except the first: as a server without memory for another one does. */
const failingOnce = (program: string): OpenWorker => {
  let mayStart = false
  return (job) => {
    if (mayStart) return new Worker(program, { eval: true, workerData: job })
    mayStart = true
    throw new Error('no thread')
  }
}

const WORKS_FOR_EVER = `require('node:worker_threads').parentPort.on('message', () => {})`
const COUNTS_FOR_EVER = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', () => {})
  let done = 0
  setInterval(() => parentPort.postMessage({ kind: 'progress', done: (done += 1) }), 5)`
const FAILS = `throw new Error('out of memory')`
const ENDS_WITHOUT_A_WORD = `process.exit(3)`
const TALKS_NONSENSE = `require('node:worker_threads').parentPort.postMessage('hello')`
const ANSWERS_NONSENSE = `require('node:worker_threads').parentPort.postMessage({ kind: 'answer', answer: { figures: 1 } })`

const PLAN = v.parse(simulatedPlan, {
  design: { study_groups: [{ name: 'A' }, { name: 'B' }] },
  sizes: { participants: 10 },
  runs: 20,
})

const store = (more: { state?: SimulationState; heard_at?: string } = {}): Promise<number> =>
  insertSimulation(database.queries, {
    user_id: userId,
    request: JSON.stringify(PLAN),
    seed: 3,
    created_at: START,
    ...more,
  })

const rowOf = async (id: number): Promise<SimulationRow> => {
  const row = await findSimulation(database.queries, userId, id)
  if (!row) throw new Error(`there is no simulation ${id}`)
  return row
}

const statesOf = async (ids: readonly number[]) => {
  const rows: SimulationRow[] = []
  for (const id of ids) rows.push(await rowOf(id))
  return rows.map(({ state }) => state)
}

const PATIENCE = { timeout: 20_000, interval: 20 }

const update = (id: number, state: SimulationState) =>
  database.queries.updateTable('simulations').set({ state }).where('id', '=', id).execute()

describe('a simulation whose worker', () => {
  it.each([
    ['fails', FAILS],
    ['ends without a word', ENDS_WITHOUT_A_WORD],
    ['talks nonsense', TALKS_NONSENSE],
    ['answers nonsense', ANSWERS_NONSENSE],
  ])('%s has failed, and the next one starts', async (_what, program) => {
    const ids = [await store(), await store(), await store()]
    deskWith(program).wake()
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['failed', 'failed', 'failed']), PATIENCE)
    expect((await rowOf(ids[0] ?? 0)).figures).toBeNull()
  })
})

describe('a simulation whose thread cannot be started', () => {
  it('has failed, and the next one starts', async () => {
    const ids = [await store(), await store()]
    desk(failingOnce(WORKS_FOR_EVER)).wake()
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['failed', 'running']), PATIENCE)
  })
})

describe('a runner', () => {
  it('runs two at once, in the order of their start, and none that has ended', async () => {
    const over = [await store({ state: 'done' }), await store({ state: 'cancelled' })]
    const ids = [await store(), await store(), await store()]
    const busy = deskWith(WORKS_FOR_EVER)
    busy.wake()
    busy.wake()
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['running', 'running', 'waiting']), PATIENCE)
    expect(await statesOf(over)).toEqual(['done', 'cancelled'])
    expect((await rowOf(ids[0] ?? 0)).heard_at).toBe(START)
  })

  it('starts the next one when one is cancelled', async () => {
    const ids = [await store(), await store(), await store()]
    const [first = 0] = ids
    const busy = deskWith(WORKS_FOR_EVER)
    busy.wake()
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['running', 'running', 'waiting']), PATIENCE)
    await update(first, 'cancelled')
    busy.drop('simulation', first)
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['cancelled', 'running', 'running']), PATIENCE)
  })

  it('reports the progress of each, and when', async () => {
    const id = await store()
    deskWith(COUNTS_FOR_EVER, '2026-11-21T05:04:00.000Z').wake()
    await vi.waitFor(async () => expect((await rowOf(id)).trials_done > 2).toBe(true), PATIENCE)
    expect((await rowOf(id)).heard_at).toBe('2026-11-21T05:04:00.000Z')
  })

  it('ends work that was cancelled through another process', async () => {
    const ids = [await store(), await store(), await store()]
    deskWith(COUNTS_FOR_EVER).wake()
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['running', 'running', 'waiting']), PATIENCE)
    await update(ids[1] ?? 0, 'cancelled')
    await vi.waitFor(async () => expect(await statesOf(ids)).toEqual(['running', 'cancelled', 'running']), PATIENCE)
  })

  it('shares waiting simulations with the runner of another process, each for one of them', async () => {
    const ids = [await store(), await store(), await store(), await store(), await store()]
    for (const one of [deskWith(WORKS_FOR_EVER), deskWith(WORKS_FOR_EVER)]) one.wake()
    await vi.waitFor(
      async () => expect(await statesOf(ids)).toEqual(['running', 'running', 'running', 'running', 'waiting']),
      PATIENCE,
    )
  })

  it('leaves running simulations waiting when it stops, from the beginning, and starts no more', async () => {
    const ids = [await store(), await store(), await store()]
    const busy = deskWith(COUNTS_FOR_EVER)
    busy.wake()
    await vi.waitFor(async () => expect((await rowOf(ids[0] ?? 0)).trials_done > 0).toBe(true), PATIENCE)
    await busy.stop()
    busy.wake()
    expect(await statesOf(ids)).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await rowOf(ids[0] ?? 0)).trials_done).toBe(0)
  })

  it('stores the figures of the server’s own worker, and leaves nothing of it behind', async () => {
    const id = await store()
    desk(openSourceWorker).wake()
    await vi.waitFor(async () => expect(await statesOf([id])).toEqual(['done']), PATIENCE)
    const { figures, trials_done } = await rowOf(id)
    expect(trials_done).toBe(20)
    expect(figures?.predictability.trial_guesser.exact).toBe(0.5)
  })
})

describe('a small job', () => {
  it('is answered, one after another', async () => {
    const small = deskWith(
      `const { parentPort, workerData } = require('node:worker_threads')
      parentPort.postMessage({ kind: 'answer', answer: workerData.seed })`,
    )
    const jobs = [1, 2, 3].map((seed) => small.perform({ kind: 'guessability', records: [], seed }))
    expect(await Promise.all(jobs)).toEqual([1, 2, 3])
  })

  it('that fails reports that to the person who started it, and to nobody else', async () => {
    const small = deskWith(
      `const { parentPort, workerData } = require('node:worker_threads')
      if (workerData.seed === 1) throw new Error('not this one')
      parentPort.postMessage({ kind: 'answer', answer: 'done' })`,
    )
    const job = (seed: number) => small.perform({ kind: 'guessability', records: [], seed })
    const [failing, other] = [job(1), job(2)]
    await expect(failing).rejects.toThrow('not this one')
    expect(await other).toBe('done')
  })

  it('whose thread cannot be started fails alone', async () => {
    const small = desk(failingOnce(ANSWERS_NONSENSE))
    const job = () => small.perform({ kind: 'guessability', records: [], seed: 1 })
    await expect(job()).rejects.toThrow('no thread')
    expect(await job()).toEqual({ figures: 1 })
  })
})
