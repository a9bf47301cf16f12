import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { end, permissionsOf, listed, saidOf } from './permission-calls'

let world: TestPortal
let one: BuiltTrial
let two: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  one = await aTrial(world, { title: 'One' })
  two = await aTrial(world, { title: 'Two' })
  for (const { trial_id } of [one, two])
    await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
  await grant(world, { person: 'nurse', role: 'Trial viewer', trial_id: one.trial_id, site_id: null })
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id: one.trial_id, site_id: null })
  const ended = (await permissionsOf(world, world.personId('nurse'))).at(-1)
  await end(await signedInAs(world, 'administrator'), world.personId('nurse'), ended?.id ?? 0)
})
afterAll(() => world.stop())

const seenBy = async (key: SampleAccountKey, of: SampleAccountKey) =>
  listed(await signedInAs(world, key), world.personId(of))
const trialsSeenBy = async (key: SampleAccountKey, of: SampleAccountKey = 'nurse') =>
  valueOf(await seenBy(key, of)).data.map(({ trial }) => trial?.title ?? 'system')

test.each(['nurse', 'monitor'] as const)(
  '%s, who manages nobody, sees nobody’s, nor whether there is one',
  async (key) => {
    const who = await signedInAs(world, key)
    for (const id of [world.personId('nurse'), world.personId('coordinator'), 999_999]) {
      expect(saidOf(await listed(who, id))).toEqual([403, 'forbidden'])
    }
  },
)

test('answers 404 for a missing user', async () => {
  for (const key of ['coordinator', 'administrator'] as const) {
    expect(saidOf(await listed(await signedInAs(world, key), 999_999))).toEqual([404, 'not_found'])
  }
})

test('shows each person the permissions that they manage, without ended ones', async () => {
  expect(await trialsSeenBy('administrator')).toEqual(['One', 'Two'])
  expect(await trialsSeenBy('coordinator')).toEqual(['One'])
  expect(await trialsSeenBy('administrator', 'administrator')).toEqual(['system'])
  expect(await trialsSeenBy('coordinator', 'administrator')).toEqual([])
})
