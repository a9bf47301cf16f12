import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockAgreement } from '../../../../src/server/doors/jobs/clock-agreement'
import { createJobRunner } from '../../../../src/server/doors/jobs/job-runner'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'
import { gate } from '../../ground/db/gate'
import { aJob, listening } from './a-job'

/* The clocks of two processes can only differ where the processes share a database. */

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const off = (milliseconds: number) => () => new Date(Date.now() + milliseconds).toISOString()

describe.skipIf(!TEST_SERVER)('a process over a server', () => {
  test.each([
    ['does its work', 'seconds behind', -4_000, true],
    ['does its work', 'seconds ahead', 4_000, true],
    ['leaves it to others', 'five minutes ahead', 300_000, false],
    ['leaves it to others', 'five minutes behind', -300_000, false],
    ['leaves it to others', 'a year ahead', 365 * 86_400_000, false],
  ])('%s with a clock that is %s', async (_does, _off, milliseconds, agrees) => {
    expect(await clockAgreement({ ...world.context, now: off(milliseconds) })()).toBe(agrees)
  })

  test('says so once, and once when it is right again', async () => {
    let wrong = 300_000
    const { context, lines } = listening(world, { now: () => off(wrong)() })
    const mayWork = clockAgreement(context)
    await mayWork()
    await mayWork()
    wrong = 0
    await mayWork()
    await mayWork()
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'no jobs: the clock differs from that of the database'],
      [30, 'the clock agrees with that of the database again'],
    ])
  })
})

describe.skipIf(TEST_SERVER)('a process with its own database', () => {
  test('has one clock with it', async () => {
    expect(await clockAgreement({ ...world.context, now: off(300_000) })()).toBe(true)
  })
})

test('no job is begun while the clock is wrong', async () => {
  const isAsked = gate()
  const job = aJob('by a wrong clock')
  let agrees = false
  let requests = 0
  const runner = createJobRunner(world.context, [job], 5, async () => {
    requests += 1
    if (requests === 3) isAsked.open()
    return agrees
  })
  runner.start()
  await isAsked.opened
  expect(job.counted.runs).toBe(0)
  agrees = true
  await expect.poll(() => job.counted.runs).toBe(1)
  await runner.stop(20_000)
})
