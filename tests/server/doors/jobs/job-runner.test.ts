import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import { createJobRunner } from '../../../../src/server/doors/jobs/job-runner'
import { testPortal, type TestPortal } from '../../../support/portal'
import { gate } from '../../ground/db/gate'
import { aJob, listening } from './a-job'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const ROUND_MS = 5
const PATIENCE_MS = 20_000

test('due jobs run at the start, and then at their hours, one beside another', async () => {
  const working = gate()
  const long = aJob('long', () => working.opened)
  const short = aJob('short')
  const runner = createJobRunner(world.context, [long, short], ROUND_MS)
  runner.start()
  await expect.poll(() => [long.counted.runs, short.counted.runs]).toEqual([1, 1])
  world.clock.step(15 * 60)
  await expect.poll(() => [long.counted.runs, short.counted.runs]).toEqual([1, 2])
  working.open()
  await expect.poll(() => long.counted.runs).toBe(2)
  await runner.stop(PATIENCE_MS)
})

test('logs an unreachable database, and runs the job when it is back', async () => {
  const { queries } = world.database
  const { context, lines } = listening(world)
  const job = aJob('away')
  await queries.schema.alterTable('jobs').renameTo('jobs_away').execute()
  const runner = createJobRunner(context, [job], ROUND_MS)
  runner.start()
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('due jobs could not be looked up')
  await queries.schema.alterTable('jobs_away').renameTo('jobs').execute()
  await expect.poll(() => job.counted.runs).toBe(1)
  await runner.stop(PATIENCE_MS)
})

test('a portal with jobs runs each of them at its start', async () => {
  const beside = await testPortal({ beside: world, does_jobs: true })
  const done = () =>
    world.database.queries
      .selectFrom('jobs')
      .select('name')
      .where(
        'name',
        'in',
        EVERY_JOB.map(({ name }) => name),
      )
      .where('done_for', 'is not', null)
      .execute()
  await expect.poll(done, { timeout: 20_000 }).toHaveLength(EVERY_JOB.length)
  await beside.stop()
})

test('a stopping one waits for running jobs, and starts no more', async () => {
  const working = gate()
  const ended: string[] = []
  const job = aJob('ending', async () => {
    await working.opened
    ended.push('the job')
  })
  const runner = createJobRunner(world.context, [job], ROUND_MS)
  runner.start()
  await expect.poll(() => job.counted.runs).toBe(1)
  const stopped = runner.stop(PATIENCE_MS).then(() => ended.push('the runner'))
  working.open()
  await stopped
  expect(ended).toEqual(['the job', 'the runner'])
  world.clock.step(15 * 60)
  expect(job.counted.runs).toBe(1)
})

test('a stopping one does not wait for ever', async () => {
  const working = gate()
  const job = aJob('endless', () => working.opened)
  const runner = createJobRunner(world.context, [job], ROUND_MS)
  runner.start()
  await expect.poll(() => job.counted.runs).toBe(1)
  await runner.stop(1)
  working.open()
})
