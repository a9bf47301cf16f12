import { previewTrialUsers } from '#contract/trial-users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { everything, saidOf } from '../permissions/permission-calls'

/* The users of a file are shown before they are added to a trial. */

let world: TestPortal
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world)
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await world.context.database.queries
    .updateTable('users')
    .set({ is_active: false, expires_at: world.clock.now() })
    .where('id', '=', world.personId('monitor'))
    .execute()
})
afterAll(() => world.stop())

const named = async (key: SampleAccountKey, user_ids: unknown, trialId = trial.trial_id, permissions: unknown = []) =>
  ask(
    await signedInAs(world, key),
    previewTrialUsers.response,
    `trials/${trialId}/users/preview`,
    posted({ user_ids, permissions }),
  )

test('names each by name, address and whether they could sign in, and leaves out an unknown ID', async () => {
  const [nurse, monitor] = [world.personId('nurse'), world.personId('monitor')]
  const before = await everything(world)
  expect(valueOf(await named('administrator', [999_999, monitor, nurse])).data).toEqual(
    [
      { id: nurse, name: 'Amara Hughes', email: 'nurse@example.org', is_active: true, is_expired: false },
      { id: monitor, name: 'Ingrid Sørensen', email: 'monitor@example.org', is_active: false, is_expired: true },
    ].toSorted((one, other) => one.id - other.id),
  )
  expect(valueOf(await named('administrator', [])).data).toEqual([])
  expect(await everything(world)).toEqual(before)
})

test('is only for people who may import users of the trial', async () => {
  const ids = [world.personId('nurse')]
  expect(saidOf(await named('coordinator', ids))).toEqual([403, 'forbidden'])
  expect(saidOf(await named('nurse', ids))).toEqual([404, 'not_found'])
  expect(saidOf(await named('administrator', ids, 999_999))).toEqual([404, 'not_found'])
})

test("accepts a list as long as an import's", async () => {
  const { status, problem } = await named(
    'administrator',
    Array.from({ length: 10_001 }, () => 1),
  )
  expect([status, problem?.fields]).toEqual([422, { user_ids: 'At most 10000 users' }])
})

test('returns the faults of the permissions, and grants none', async () => {
  const nurse = world.personId('nurse')
  const { trial_id } = trial
  const viewer = { user_id: nurse, role_id: 4, trial_id }
  const before = await everything(world)
  const permissions = [viewer, null, viewer, { ...viewer, user_id: 999_999 }, { ...viewer, role_id: 99 }]
  expect(
    valueOf(await named('administrator', [nurse], trial_id, permissions)).rows.map(({ row, column }) => [row, column]),
  ).toEqual([
    [3, 'role_id'],
    [4, 'user_id'],
    [5, 'role_id'],
  ])
  expect(await everything(world)).toEqual(before)
})
