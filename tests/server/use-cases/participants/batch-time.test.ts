import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { SessionClient } from '../../../../src/server/ground/db/session-client'
import { later } from '../../../../src/server/ground/time/clock'
import { sampleActor, sampleCall } from '../../../../src/server/start/sample-data/sample-call'
import { randomiseBatch, type RandomiseJob } from '../../../../src/server/use-cases/participants/randomise-batch'
import type { TrialSetupCache } from '../../../../src/server/use-cases/participants/trial-setup'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'

/* The clock moves while a batch waits for the trial's lock, as it does where another server has the lock. */

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
afterEach(() => vi.restoreAllMocks())

/** The trial settings that each server caches. */
const remembered: TrialSetupCache = new Map()

const randomise = async (trial: BuiltTrial) => {
  const actor = await sampleActor(world.context.database.queries, 'administrator')
  const job: RandomiseJob = {
    call: {
      ...sampleCall(world.context, actor, world.clock.now()),
      context: world.context,
      view: null,
      parameters: { trial_id: trial.trial_id },
      body: {
        site_id: trial.sites[0]?.id ?? 0,
        participant_id: null,
        approve_duplicate: false,
        participant_strata: [],
      },
    },
    ahead_ms: 0,
  }
  const [result] = await randomiseBatch(world.context, remembered)(trial.trial_id, () => [job])
  if (result?.ok !== true) throw new Error(`not randomised: ${result?.refusal.code}`)
  return result.value.row
}

/** Moves the clock once, during the query that waits for the lock. */
const waitsForLock = (seconds: number) => {
  // oxlint-disable-next-line typescript/unbound-method -- Called with the session that it belongs to.
  const query = SessionClient.prototype.query
  let hasMoved = false
  vi.spyOn(SessionClient.prototype, 'query').mockImplementation(function (this: SessionClient, ...asked) {
    const [statement]: readonly unknown[] = asked
    if (!hasMoved && typeof statement === 'string' && statement.includes('as trial_state')) {
      hasMoved = true
      world.clock.step(seconds)
    }
    return query.apply(this, asked)
  })
}

test('record, ledger and audit entry have the time under the lock, not that before the wait for it', async () => {
  const trial = await aTrial(world)
  await randomise(trial)
  const before = world.clock.now()
  waitsForLock(90)
  const { id, created_at } = await randomise(trial)
  const held = later(before, 90)
  expect(created_at).toBe(held)
  const { queries } = world.database
  const stored = await queries.selectFrom('participants').select('created_at').where('id', '=', id).executeTakeFirst()
  expect(stored?.created_at).toBe(held)
  const audited = await queries
    .selectFrom('audit_log')
    .select('created_at')
    .where('trial_id', '=', trial.trial_id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(audited?.created_at).toBe(held)
  const link = await queries
    .selectFrom('ledger_records')
    .selectAll()
    .where('trial_id', '=', trial.trial_id)
    .orderBy('record_no', 'desc')
    .executeTakeFirst()
  expect(link?.record).toContain(held)
})

test('packs are those of the day under the lock, where midnight passes during the wait', async () => {
  const trial = await aTrial(world, { packs: 3 })
  await randomise(trial)
  const { queries } = world.database
  const today = world.clock.now().slice(0, 10)
  const rows = await queries
    .selectFrom('study_packs')
    .select(['id', 'study_group_id'])
    .where('trial_id', '=', trial.trial_id)
    .where('study_pack_status_id', '=', studyPackStatusId('active'))
    .execute()
  // The first pack of each group, which is allocated first, expires on this day.
  const ending = new Map(rows.map(({ study_group_id, id }) => [study_group_id, id]))
  await queries
    .updateTable('study_packs')
    .set({ expire_on: today, duration: 0, site_id: trial.sites[0]?.id ?? 0 })
    .where('id', 'in', [...ending.values()])
    .execute()
  waitsForLock(86_400)
  const { groups, created_at } = await randomise(trial)
  expect(created_at.slice(0, 10) > today).toBe(true)
  expect([...ending.values()]).not.toContain(groups[0]?.study_pack?.id)
})
