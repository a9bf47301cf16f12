import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runIfDue } from '../../../../src/server/doors/jobs/run-if-due'
import { testPortal, type TestPortal } from '../../../support/portal'
import { gate } from '../../ground/db/gate'
import { aJob, listening } from './a-job'

let world: TestPortal
let beside: TestPortal
beforeAll(async () => {
  world = await testPortal()
  beside = await testPortal({ beside: world })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await beside.stop()
  await world.stop()
})

const rowOf = (name: string) =>
  world.database.queries
    .selectFrom('jobs')
    .select(['done_for', 'claimed_until'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

const later = (seconds: number) => new Date(Date.parse(world.clock.now()) + seconds * 1000).toISOString()

describe('a run that fails', () => {
  test('is logged, and tried again after five minutes, by any process', async () => {
    const job = aJob('failing', async () => {
      throw new Error('the disk is full')
    })
    const { context, lines } = listening(world)
    expect(await runIfDue(context, job)).toBe('failed')
    expect(lines).toMatchObject([
      { level: 50, job: 'failing', msg: 'a job failed', error: { message: 'the disk is full' } },
    ])
    world.clock.step(299)
    expect(await runIfDue(beside.context, job)).toBe('left')
    world.clock.step(1)
    expect(await runIfDue(beside.context, job)).toBe('failed')
    world.clock.step(300)
    expect(await runIfDue(world.context, aJob('failing'))).toBe('done')
    expect(await runIfDue(world.context, aJob('failing'))).toBe('left')
  })

  test('does not prevent another job', async () => {
    const failing = aJob('failing beside', async () => {
      throw new Error('the disk is full')
    })
    expect(await runIfDue(world.context, failing)).toBe('failed')
    expect(await runIfDue(world.context, aJob('sound beside'))).toBe('done')
  })
})

describe('a process that dies during a job', () => {
  test('is replaced by another after half a minute, and its own later end counts for nothing', async () => {
    const hanging = gate()
    const died = aJob('died', () => hanging.opened)
    const first = runIfDue(world.context, died)
    await expect.poll(() => died.counted.runs).toBe(1)
    world.clock.step(29)
    expect(await runIfDue(beside.context, aJob('died'))).toBe('left')
    world.clock.step(1)
    const taken = gate()
    const second = runIfDue(
      beside.context,
      aJob('died', () => taken.opened),
    )
    await expect.poll(async () => (await rowOf('died')).claimed_until).toBe(later(30))
    hanging.open()
    await first
    expect(await rowOf('died')).toEqual({ done_for: null, claimed_until: later(30) })
    taken.open()
    expect(await second).toBe('done')
    expect((await rowOf('died')).claimed_until).toBeNull()
  })

  test('and revives, learns that it has lost the job and stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const asleep = gate()
    const wakes: (() => boolean)[] = []
    const slept = aJob('slept', async (context) => {
      wakes.push(context.is_stopping)
      await asleep.opened
    })
    const first = runIfDue(world.context, slept)
    await expect.poll(() => slept.counted.runs).toBe(1)
    expect(wakes.map((isStopping) => isStopping())).toEqual([false])
    world.clock.step(30)
    expect(await runIfDue(beside.context, aJob('slept'))).toBe('done')
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => wakes.map((isStopping) => isStopping())).toEqual([true])
    asleep.open()
    expect(await first).toBe('broken_off')
    expect(await runIfDue(world.context, aJob('slept'))).toBe('left')
  })
})

test('a process that needs long blocks the others as long as it works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const working = gate()
  const long = aJob('long', () => working.opened)
  const run = runIfDue(world.context, long)
  await expect.poll(() => long.counted.runs).toBe(1)
  for (let time = 0; time < 6; time += 1) {
    world.clock.step(10)
    vi.advanceTimersByTime(10_000)
    await expect.poll(async () => (await rowOf('long')).claimed_until).toBe(later(30))
    expect(await runIfDue(beside.context, aJob('long'))).toBe('left')
  }
  working.open()
  expect(await run).toBe('done')
})

test('of many processes that check at once, one runs it: the first time and every time', async () => {
  const job = aJob('contested')
  for (let hour = 1; hour <= 3; hour += 1) {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => runIfDue(index % 2 === 0 ? world.context : beside.context, job)),
    )
    expect(outcomes.toSorted()).toEqual(['done', ...Array(9).fill('left')])
    expect(job.counted.runs).toBe(hour)
    world.clock.step(15 * 60)
  }
})

test('it runs at its hours, and at the start once for all missed hours', async () => {
  world.clock.step((Date.parse('2026-11-22T09:14:30.000Z') - Date.parse(world.clock.now())) / 1000)
  const job = aJob('hourly')
  const outcomes: string[] = []
  for (const seconds of [0, 29, 1, 60, 6 * 3600, 0]) {
    world.clock.step(seconds)
    outcomes.push(`${world.clock.now().slice(11, 19)} ${await runIfDue(world.context, job)}`)
  }
  expect(outcomes).toEqual([
    '09:14:30 done',
    '09:14:59 left',
    '09:15:00 done',
    '09:16:00 left',
    '15:16:00 done',
    '15:16:00 left',
  ])
})

test('a stopping portal starts no job, and the next process runs what it interrupts', async () => {
  const job = aJob('stopping')
  expect(await runIfDue({ ...world.context, is_stopping: () => true }, job)).toBe('left')
  const stop = { now: false }
  const broken = aJob('stopping', async () => {
    stop.now = true
  })
  expect(await runIfDue({ ...world.context, is_stopping: () => stop.now }, broken)).toBe('broken_off')
  expect(await runIfDue(beside.context, job)).toBe('done')
})

describe('after a clock that was a year ahead is right again', () => {
  const YEAR_S = 365 * 24 * 3_600

  test('a job that was done by the wrong clock is done at its next hour', async () => {
    const job = aJob('done ahead')
    world.clock.step(YEAR_S)
    expect(await runIfDue(world.context, job)).toBe('done')
    world.clock.step(-YEAR_S)
    expect(await runIfDue(world.context, job)).toBe('done')
    expect(await runIfDue(world.context, job)).toBe('left')
  })

  test('and a claim of the wrong clock holds nobody off', async () => {
    const hanging = gate()
    const died = aJob('claimed ahead', () => hanging.opened)
    world.clock.step(YEAR_S)
    const first = runIfDue(world.context, died)
    await expect.poll(() => died.counted.runs).toBe(1)
    world.clock.step(-YEAR_S)
    expect(await runIfDue(beside.context, aJob('claimed ahead'))).toBe('done')
    hanging.open()
    await first
  })

  test('a job that another process did minutes ahead is not done again', async () => {
    const job = aJob('minutes ahead')
    world.clock.step(15 * 60)
    expect(await runIfDue(world.context, job)).toBe('done')
    world.clock.step(-10 * 60)
    expect(await runIfDue(beside.context, job)).toBe('left')
    world.clock.step(10 * 60)
  })
})
