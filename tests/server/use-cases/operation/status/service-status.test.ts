import { api } from '#contract/api'
import { getServiceStatus } from '#contract/service-status'
import { SERVICE_JOBS } from '#domain/service/service-job'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVERY_JOB } from '../../../../../src/server/doors/jobs/every-job'
import type { Job } from '../../../../../src/server/doors/jobs/job'
import { runIfDue } from '../../../../../src/server/doors/jobs/run-if-due'
import { recordBackup } from '../../../../../src/server/ground/db/backups'
import { MIGRATIONS } from '../../../../../src/server/ground/db/migrate'
import { aTrial } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const status = async () => {
  const administrator = await signedInAs(world, 'administrator')
  return valueOf(await ask(administrator, getServiceStatus.response, getServiceStatus.path))
}

const jobOf = (name: string): Job => {
  const job = EVERY_JOB.find((one) => one.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
}

const shownJob = async (name: string) => (await status()).jobs.find((job) => job.name === name)

describe('the status', () => {
  test('of a new service is empty in every part', async () => {
    const shown = await status()
    expect(shown.jobs.map(({ name }) => name)).toEqual(SERVICE_JOBS.map(({ name }) => name))
    expect(shown.jobs.every(({ started_at, outcome }) => started_at === null && outcome === null)).toBe(true)
    expect(shown).toMatchObject({
      checks: { self_check: null, audit_log: null },
      backup: null,
      certificates: [],
      alarms: [],
      mail: { waiting: 0, retried: 0, oldest_queued_at: null, failed: 0 },
      database: { migration: MIGRATIONS.at(-1)?.name },
    })
    expect(shown.database.megabytes).toBeGreaterThan(0)
    expect(shown.database.version).toMatch(/^\d+/)
  })

  test("names the build by its commit and the commit's time", async () => {
    expect((await status()).build).toEqual({
      version: world.context.version,
      commit: '0a1b2c3',
      committed_at: '2026-11-20T09:00:00.000Z',
    })
  })

  test('has the last result of a job, its failures in a row, and its next run', async () => {
    const failing: Job = {
      ...jobOf('keep_house'),
      run: async () => {
        throw new Error('the disk is full')
      },
    }
    await runIfDue(world.context, failing)
    world.clock.step(300)
    await runIfDue(world.context, failing)
    const again = new Date(Date.parse(world.clock.now()) + 300_000).toISOString()
    expect(await shownJob('keep_house')).toEqual({
      name: 'keep_house',
      started_at: world.clock.now(),
      ended_at: world.clock.now(),
      outcome: 'failed',
      is_running: false,
      failures: 2,
      next_at: again,
    })
    world.clock.step(300)
    await runIfDue(world.context, jobOf('keep_house'))
    const next = await shownJob('keep_house')
    expect(next).toMatchObject({ outcome: 'done', failures: 0 })
    expect(next?.next_at.slice(10)).toBe('T02:10:00.000Z')
    expect(Date.parse(next?.next_at ?? '')).toBeGreaterThan(Date.parse(world.clock.now()))
  })

  test('shows a running job as such', async () => {
    const seen: unknown[] = []
    await runIfDue(world.context, {
      ...jobOf('rotate_signing_keys'),
      run: async () => void seen.push((await shownJob('rotate_signing_keys'))?.is_running),
    })
    expect(seen).toEqual([true])
    expect((await shownJob('rotate_signing_keys'))?.is_running).toBe(false)
  })

  test('has the counts of the checks', async () => {
    await aTrial(world, {})
    await runIfDue(world.context, jobOf('check_every_trial'))
    await runIfDue(world.context, jobOf('check_audit_chains'))
    const at = world.clock.now()
    expect((await status()).checks).toEqual({
      self_check: { at, checked: 1, wrong: 0, unchecked: 0 },
      audit_log: { at, checked: expect.any(Number), wrong: 0, unchecked: 0 },
    })
  })

  test.each([
    [-300_000, { ahead_seconds: -300 }, 1],
    [6_000, { ahead_seconds: 6 }, 1],
    [4_000, null, 0],
  ])('with a clock that is %d ms ahead of the database’s says so, and to administrators', async (by, clock, told) => {
    const off = await testPortal({ beside: world, clock_ahead_ms: by })
    const administrator = await signedInAs(off, 'administrator')
    const shown = valueOf(await ask(administrator, getServiceStatus.response, getServiceStatus.path))
    const { decisions } = valueOf(await ask(administrator, api.getDesk.response, api.getDesk.path))
    await off.stop()
    expect(shown.clock).toEqual(clock)
    expect(decisions.filter(({ kind }) => kind === 'wrong_clock')).toHaveLength(told)
  })

  test('has the last backup', async () => {
    const made_at = world.clock.now()
    world.clock.step(60)
    await recordBackup(world.database.queries, { made_at, finished_at: world.clock.now() })
    expect((await status()).backup).toEqual({ made_at, finished_at: world.clock.now() })
  })
})
