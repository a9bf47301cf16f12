import { api } from '#contract/api'
import { getDesk, type DecisionKind } from '#contract/desk'
import type { ServiceJobName } from '#domain/service/service-job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import type { Job } from '../../../../src/server/doors/jobs/job'
import { runIfDue } from '../../../../src/server/doors/jobs/run-if-due'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { recordBackup } from '../../../../src/server/ground/db/backups'
import { sampleActor } from '../../../../src/server/start/sample-data/sample-call'
import { decisionsOfService } from '../../../../src/server/use-cases/desk/decisions-of-service'
import { aTrial, grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { caughtMail, linkIn } from '../../../support/invitations'
import { testPortal, type TestPortal } from '../../../support/portal'
import { exchange, refOf, returnedFrom, signedInAs } from '../../../support/sign-in'
import { webBrowser } from '../../../support/web-browser'

/* What needs a decision in the service as a whole: shown to system administrators alone, until it is done. */

const DAY = 24 * 60 * 60

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
  const { trial_id } = await aTrial(world)
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
})
afterAll(() => world.stop())

const found = async (kind: DecisionKind, key: SampleAccountKey = 'administrator') => {
  const who = await signedInAs(world, key)
  return valueOf(await ask(who, getDesk.response, getDesk.path)).decisions.find((one) => one.kind === kind)
}

/** The same decision, which the person who runs a trial does not get. */
const foundByAdministratorAlone = async (kind: DecisionKind) => {
  expect(await found(kind, 'coordinator')).toBeUndefined()
  return found(kind)
}

const jobOf = (name: ServiceJobName): Job => {
  const job = EVERY_JOB.find((one) => one.name === name)
  if (!job) throw new Error(`there is no job ${name}`)
  return job
}
const failing = (name: ServiceJobName): Job => ({
  ...jobOf(name),
  run: async () => {
    throw new Error('the disk is full')
  },
})
const runs = async (...jobs: Job[]) => {
  for (const job of jobs) await runIfDue(world.context, job)
}
const CHECKS = [jobOf('check_every_trial'), jobOf('check_audit_chains')]

/** What a production instance would list, with the same records. */
const inProduction = async (kind: DecisionKind) => {
  const context = { ...world.context, config: { ...world.context.config, instance: 'prod' } }
  const actor = await sampleActor(world.database.queries, 'administrator')
  return (await decisionsOfService(context, actor, world.clock.now())).find((one) => one.kind === kind)
}

test('jobs that failed are listed with the last failure, until each is done', async () => {
  expect(await found('failed_jobs')).toBeUndefined()
  await runs(failing('rotate_signing_keys'))
  world.clock.step(60)
  await runs(failing('keep_house'))
  const at = world.clock.now()
  expect(await foundByAdministratorAlone('failed_jobs')).toEqual({
    kind: 'failed_jobs',
    trial: null,
    count: 2,
    at,
    on: null,
  })
  world.clock.step(300)
  await runs(jobOf('keep_house'))
  expect(await found('failed_jobs')).toMatchObject({ count: 1 })
  await runs(jobOf('rotate_signing_keys'))
  expect(await found('failed_jobs')).toBeUndefined()
})

test('a service that never had a backup is listed in production alone', async () => {
  expect(await found('old_backup')).toBeUndefined()
  expect(await inProduction('old_backup')).toMatchObject({ trial: null, count: 1, at: null })
})

test('a backup older than two days is listed until there is a newer one', async () => {
  const backsUp = async () => {
    const made_at = world.clock.now()
    await recordBackup(world.database.queries, { made_at, finished_at: made_at })
    return made_at
  }
  const made_at = await backsUp()
  world.clock.step(2 * DAY)
  expect(await found('old_backup')).toBeUndefined()
  world.clock.step(1)
  expect(await foundByAdministratorAlone('old_backup')).toMatchObject({ trial: null, count: 1, at: made_at })
  await backsUp()
  expect(await found('old_backup')).toBeUndefined()
})

test('checks that were never made are listed in production alone', async () => {
  expect(await found('incomplete_checks')).toBeUndefined()
  expect(await inProduction('incomplete_checks')).toMatchObject({ trial: null, count: 2, at: null })
})

test('checks older than two days are listed until they are made', async () => {
  await runs(...CHECKS)
  const at = world.clock.now()
  world.clock.step(2 * DAY)
  expect(await found('incomplete_checks')).toBeUndefined()
  world.clock.step(1)
  expect(await foundByAdministratorAlone('incomplete_checks')).toMatchObject({ trial: null, count: 2, at })
  await runs(...CHECKS)
  expect(await found('incomplete_checks')).toBeUndefined()
})

test('a self-check that left ledgers unchecked is listed until one is complete', async () => {
  world.clock.step(DAY)
  const incomplete = { ...jobOf('check_every_trial'), run: async () => ({ checked: 3, wrong: 0, unchecked: 1 }) }
  await runs(incomplete, jobOf('check_audit_chains'))
  const at = world.clock.now()
  expect(await foundByAdministratorAlone('incomplete_checks')).toMatchObject({ trial: null, count: 1, at })
  world.clock.step(DAY)
  await runs(...CHECKS)
  expect(await found('incomplete_checks')).toBeUndefined()
})

test('a person who was invited is listed once until they sign in with the link, or until it expires', async () => {
  const invites = async (key: SampleAccountKey) => {
    const administrator = await signedInAs(world, 'administrator')
    const answer = await administrator.fetch(api.requestAssociation.path, posted({ user_id: world.personId(key) }))
    expect(answer.status).toBe(204)
    return linkIn(await caughtMail(world), /^\/idp-association\?token=/)
  }
  await invites('nurse')
  world.clock.step(60)
  const association_token = new URLSearchParams((await invites('nurse')).split('?')[1]).get('token') ?? ''
  const at = world.clock.now()
  expect(await foundByAdministratorAlone('unused_invitations')).toMatchObject({ trial: null, count: 1, at })
  const browser = webBrowser()
  const back = await returnedFrom(world, 'sso', 'nurse', browser, { association_token, prompt: 'login' })
  expect((await exchange(world, 'sso', refOf(back), browser, association_token)).status).toBe(200)
  expect(await found('unused_invitations')).toBeUndefined()
  await invites('monitor')
  expect(await found('unused_invitations')).toMatchObject({ count: 1 })
  world.clock.step(30 * DAY)
  expect(await found('unused_invitations')).toBeUndefined()
})

test('accounts that end soon are listed with the first end, until they are extended', async () => {
  const ends = (key: SampleAccountKey, days: number) =>
    world.database.queries
      .updateTable('users')
      .set({ expires_at: new Date(Date.parse(world.clock.now()) + days * DAY * 1000).toISOString() })
      .where('id', '=', world.personId(key))
      .execute()
  for (const key of ['nurse', 'monitor', 'pharmacist', 'coordinator'] as const) await ends(key, 31)
  expect((await found('ending_accounts'))?.count ?? 0).toBe(0)
  await ends('nurse', 20)
  await ends('monitor', 10)
  await ends('pharmacist', -1)
  const at = new Date(Date.parse(world.clock.now()) + 10 * DAY * 1000).toISOString()
  expect(await foundByAdministratorAlone('ending_accounts')).toMatchObject({ trial: null, count: 2, at })
  const administrator = await signedInAs(world, 'administrator')
  const listed = valueOf(await ask(administrator, api.listUsers.response, 'users?account=ending'))
  const ending = new Set([world.personId('nurse'), world.personId('monitor')])
  expect(new Set(listed.data.map(({ id }) => id))).toEqual(ending)
  for (const key of ['nurse', 'monitor'] as const) {
    const answer = await administrator.fetch(`users/${world.personId(key)}/expiry`, posted({ is_expired: false }))
    expect(answer.status).toBe(200)
  }
  expect(await found('ending_accounts')).toBeUndefined()
})

test('an account that ended is listed for 30 days, while its person has a permission', async () => {
  const coordinator = world.database.queries.updateTable('users').where('id', '=', world.personId('coordinator'))
  const ended = world.clock.now()
  await coordinator.set({ expires_at: ended }).execute()
  const listed = async () => (await found('ending_accounts', 'administrator'))?.at
  expect(await listed()).toBe(ended)
  await coordinator.set({ is_active: false }).execute()
  expect(await listed()).toBeUndefined()
  await coordinator.set({ is_active: true }).execute()
  world.clock.step(30 * DAY - 1)
  expect(await listed()).toBe(ended)
  world.clock.step(1)
  expect(await listed()).toBeUndefined()
})
