import { listTrialUsers } from '#contract/trial-users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'
import { end, permissionsOf, saidOf } from '../permissions/permission-calls'

let world: TestPortal
let trial: BuiltTrial
let elsewhere: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, { title: 'Here' })
  elsewhere = await aTrial(world, { title: 'Elsewhere' })
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  const [north = 0, south = 0] = trial.sites.map(({ id }) => id)
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...inTrial, is_blinded_partial: true })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id: north })
  await grant(world, { person: 'nurse', role: 'Site viewer', trial_id: trial.trial_id, site_id: south })
  await grant(world, { person: 'nurse', role: 'Trial viewer', trial_id: elsewhere.trial_id, site_id: null })
  await grant(world, { person: 'pharmacist', role: 'Site user', trial_id: trial.trial_id, site_id: south })
  await grant(world, { person: 'unblinder', role: 'Trial viewer', ...inTrial })
  const [ended] = await permissionsOf(world, world.personId('unblinder'))
  await end(await signedInAs(world, 'coordinator'), world.personId('unblinder'), ended?.id ?? 0)
})
afterAll(() => world.stop())

const listed = async (key: SampleAccountKey, query = '', trialId = trial.trial_id) =>
  ask(await signedInAs(world, key), listTrialUsers.response, `trials/${trialId}/users?${query}`)

/** Each user, with the sites of their permissions. */
const placesOf = async (key: SampleAccountKey, query = '') =>
  valueOf(await listed(key, query)).data.map(
    ({ name, user_permissions }) => `${name}: ${user_permissions.map(({ site }) => site?.title ?? 'all').join(', ')}`,
  )

test('is not for people who may not know of the trial', async () => {
  expect(saidOf(await listed('unblinder'))).toEqual([404, 'not_found'])
  expect(saidOf(await listed('coordinator', '', elsewhere.trial_id))).toEqual([404, 'not_found'])
  expect(saidOf(await listed('administrator', '', 999_999))).toEqual([404, 'not_found'])
})

describe('the people with a permission in the trial, by name', () => {
  const EVERYBODY = [
    'Amara Hughes: Northern General, Southern General',
    'Daniel Lindqvist: all',
    'Ingrid Sørensen: all',
    'Marco Bellini: Southern General',
  ]

  test.each(['administrator', 'coordinator', 'monitor'] as const)('%s sees them all', async (key) => {
    expect(await placesOf(key)).toEqual(EVERYBODY)
  })

  test('are those of one site and of the whole trial for a person who reaches that site', async () => {
    expect(await placesOf('pharmacist')).toEqual([
      'Amara Hughes: Southern General',
      'Daniel Lindqvist: all',
      'Ingrid Sørensen: all',
      'Marco Bellini: Southern General',
    ])
  })

  test('have their permissions there', async () => {
    const [monitor] = valueOf(await listed('nurse', 'name=ingrid')).data
    expect(monitor).toMatchObject({
      id: world.personId('monitor'),
      name: 'Ingrid Sørensen',
      user_permissions: [
        { role: { title: 'Trial viewer', level: 1 }, is_blinded_partial: true, trial: { title: 'Here' } },
      ],
    })
    expect(Object.keys(monitor ?? {}).toSorted()).toEqual(['id', 'name', 'user_permissions'])
  })

  test('have the state of their account, for people who manage them', async () => {
    const { queries } = world.database
    const set = (key: SampleAccountKey, changes: { is_active?: boolean; expires_at?: string | null }) =>
      queries.updateTable('users').set(changes).where('id', '=', world.personId(key)).execute()
    await set('nurse', { is_active: false })
    await set('pharmacist', { expires_at: world.clock.now() })
    const accountsOf = async (key: SampleAccountKey) =>
      valueOf(await listed(key)).data.map(({ is_active, is_expired }) => [is_active, is_expired])
    const states = [
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]
    const shown = [await accountsOf('administrator'), await accountsOf('coordinator'), await accountsOf('monitor')]
    await set('nurse', { is_active: true })
    await set('pharmacist', { expires_at: null })
    expect(shown).toEqual([states, states, states.map(() => [undefined, undefined])])
  })

  test.each([
    ['anywhere in any case', 'LIND', 1],
    ['trimmed', '  lind ', 1],
    ['a wildcard stands for itself', '%', 0],
    ['not an e-mail address', 'example', 0],
  ])('are found by name: %s', async (_says, name, count) => {
    expect(await placesOf('coordinator', `name=${encodeURIComponent(name)}`)).toHaveLength(count)
  })

  test('are listed by pages of ten', async () => {
    expect(valueOf(await listed('coordinator'))).toMatchObject({ page: 1, pages: 1, total: 4, page_size: 10 })
    expect(valueOf(await listed('coordinator', 'page=2'))).toMatchObject({ data: [], page: 2, total: 4 })
  })
})
