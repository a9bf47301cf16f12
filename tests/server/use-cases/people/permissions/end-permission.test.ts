import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { end, entriesOf, everything, give, permissionsOf, roleId } from './permission-calls'

let world: TestPortal
let coordinator: SignedIn
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  coordinator = await signedInAs(world, 'coordinator')
  trial = await aTrial(world)
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
})
afterAll(() => world.stop())

const nurse = () => world.personId('nurse')
const grantPermission = async () => {
  const body = { role_id: roleId('Trial viewer'), trial_id: trial.trial_id, is_blinded_partial: true }
  return (await give(coordinator, nurse(), body)).value?.id ?? 0
}

test("a missing permission, or another person's, is not ended", async () => {
  const id = await grantPermission()
  const before = await everything(world)
  expect(await end(coordinator, nurse(), 999_999)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await end(coordinator, world.personId('monitor'), id)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await everything(world)).toEqual(before)
  await end(coordinator, nurse(), id)
})

test('an ended one is not deleted: its row stays, with the moment', async () => {
  const id = await grantPermission()
  expect(await end(coordinator, nurse(), id)).toMatchObject({ status: 204, code: null })
  expect(await permissionsOf(world, nurse())).toEqual([])
  const { permissions } = await everything(world)
  expect(permissions.find((one) => one.id === id)).toMatchObject({
    user_id: nurse(),
    is_blinded_partial: true,
    ended_at: world.clock.now(),
  })
})

test('the end is recorded, with all of its fields', async () => {
  const id = await grantPermission()
  await end(coordinator, nurse(), id)
  const [entry] = await entriesOf(world, 1)
  expect(entry).toMatchObject({
    chain: trial.trial_id,
    kind: 'permission_ended',
    description: `Permission ${id} of user ${nurse()} ended: Trial viewer`,
    user_id: world.personId('coordinator'),
    changes: [
      { field: 'ended_at', old: null, new: world.clock.now() },
      { field: 'role_id', old: roleId('Trial viewer'), new: null },
      { field: 'is_blinded_partial', old: true, new: null },
      { field: 'is_blinded_whole', old: false, new: null },
      { field: 'is_unblind_authorized', old: false, new: null },
      { field: 'has_study_packs_access', old: false, new: null },
    ],
  })
})

test('it ends once: another end finds none, and under its key the same', async () => {
  const id = await grantPermission()
  const headers = { 'Idempotency-Key': randomUUID() }
  expect((await end(coordinator, nurse(), id, headers)).status).toBe(204)
  const after = await everything(world)
  expect(await end(coordinator, nurse(), id)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await end(coordinator, nurse(), id, headers)).toEqual({ status: 204, code: null, replayed: true })
  expect(await everything(world)).toEqual(after)
})

test('an ended one can be granted again', async () => {
  await end(coordinator, nurse(), await grantPermission())
  const again = await grantPermission()
  expect((await permissionsOf(world, nurse())).map(({ id }) => id)).toEqual([again])
})
