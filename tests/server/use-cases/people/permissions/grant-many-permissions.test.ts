import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { everything, giveMany, permissionsOf, roleId, saidOf } from './permission-calls'

let world: TestPortal
let coordinator: SignedIn
let trial: BuiltTrial
let other: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  coordinator = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await aTrial(world)
  other = await aTrial(world)
  for (const { trial_id } of [trial, other]) {
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  }
})

const idOf = (key: 'nurse' | 'monitor' | 'pharmacist') => world.personId(key)
const entry = (key: 'nurse' | 'monitor' | 'pharmacist', more: object = {}) => ({
  user_id: idOf(key),
  role_id: roleId('Trial viewer'),
  trial_id: trial.trial_id,
  ...more,
})

describe('with one row at fault, none is granted', () => {
  test.each<[string, unknown, [string, string][]]>([
    ['nothing', undefined, [['body', 'Must be a list']]],
    ['an object', { data: [] }, [['body', 'Must be a list']]],
    ['no row', [], [['body', 'At least one permission is required']]],
    [
      'too many',
      Array.from({ length: 10_001 }, () => ({ user_id: 1, role_id: 4 })),
      [['body', 'At most 10000 permissions']],
    ],
  ])('%s', async (_says, sent, fields) => {
    const { status, problem } = await giveMany(coordinator, sent)
    expect([status, Object.entries(problem?.fields ?? {}), problem?.rows]).toEqual([422, fields, undefined])
  })

  test('invalid rows, each by its number and column', async () => {
    const before = await everything(world)
    const sent = [entry('nurse'), entry('monitor', { role_id: null }), { role_id: 4, surprise: 1 }, 7]
    const { status, problem } = await giveMany(coordinator, sent)
    expect(status).toBe(422)
    expect(problem?.rows).toEqual([
      { row: 2, column: 'role_id', message: 'Role is required' },
      { row: 3, column: 'user_id', message: 'User is required' },
      { row: 3, column: 'surprise', message: 'Unknown field' },
      { row: 4, column: '', message: 'Must be an object' },
    ])
    expect(problem?.fields).toMatchObject({ '1.role_id': 'Role is required', '2.user_id': 'User is required' })
    expect(await everything(world)).toEqual(before)
  })

  test('invalid rows beside rows that do not fit, all of them at once', async () => {
    const before = await everything(world)
    const { status, problem } = await giveMany(coordinator, [
      entry('nurse'),
      entry('monitor', { role_id: null }),
      entry('nurse'),
      entry('monitor', { user_id: 999_999 }),
      7,
      entry('monitor', { role_id: 99 }),
    ])
    expect(status).toBe(422)
    expect(problem?.rows?.map(({ row, column }) => [row, column])).toEqual([
      [2, 'role_id'],
      [3, 'role_id'],
      [4, 'user_id'],
      [5, ''],
      [6, 'role_id'],
    ])
    expect(await everything(world)).toEqual(before)
  })

  test('invalid rows, from a person who may grant nothing there', async () => {
    const nurse = await signedInAs(world, 'nurse')
    expect(saidOf(await giveMany(nurse, [entry('monitor'), 7]))).toEqual([404, 'not_found'])
  })

  test('rows that do not fit, all of them at once', async () => {
    const before = await everything(world)
    const site = trial.sites[0]?.id
    const { status, problem } = await giveMany(coordinator, [
      entry('nurse'),
      entry('monitor', { user_id: 999_999 }),
      entry('monitor', { role_id: 99 }),
      entry('monitor', { role_id: roleId('Site user') }),
      entry('monitor', { role_id: roleId('Site user'), site_id: other.sites[0]?.id }),
      entry('nurse'),
      entry('nurse', { role_id: roleId('Site user'), site_id: site, is_blinded_whole: true }),
      entry('monitor', { user_id: world.personId('coordinator') }),
      entry('monitor', { is_blinded_whole: true, is_blinded_partial: true }),
      entry('monitor', { role_id: roleId('System administrator') }),
    ])
    expect(status).toBe(422)
    expect(problem?.rows?.map(({ row, column }) => [row, column])).toEqual([
      [2, 'user_id'],
      [3, 'role_id'],
      [4, 'site_id'],
      [5, 'site_id'],
      [6, 'role_id'],
      [7, 'is_blinded_whole'],
      [8, 'user_id'],
      [9, 'is_blinded_whole'],
      [10, 'trial_id'],
    ])
    expect(Object.keys(problem?.fields ?? {})).toContain('1.user_id')
    expect(await everything(world)).toEqual(before)
  })
})

describe('many valid rows', () => {
  test('are granted in their order, in several trials, and answered so', async () => {
    const answer = await giveMany(coordinator, [
      entry('nurse'),
      entry('monitor', { trial_id: other.trial_id, is_blinded_whole: true }),
      entry('pharmacist', { role_id: roleId('Site user'), site_id: trial.sites[1]?.id, has_study_packs_access: true }),
    ])
    expect(answer.status).toBe(201)
    expect(answer.value?.data).toMatchObject([
      { user_id: idOf('nurse'), trial_id: trial.trial_id, role: { title: 'Trial viewer' } },
      { user_id: idOf('monitor'), trial_id: other.trial_id, is_blinded_whole: true },
      { user_id: idOf('pharmacist'), site: { title: 'Southern General' }, has_study_packs_access: true },
    ])
    const { queries } = world.context.database
    for (const { trial_id } of [trial, other]) expect(chainFaults(await readChain(queries, trial_id))).toEqual([])
    expect((await readChain(queries, trial.trial_id)).entries.slice(-2)).toMatchObject([
      { kind: 'permission_granted', user_id: world.personId('coordinator') },
      { kind: 'permission_granted' },
    ])
  })

  test('may set a blinding by force_update, also over an earlier row', async () => {
    const rows = [
      entry('nurse'),
      entry('nurse', { role_id: roleId('Trial user'), is_blinded_partial: true, force_update: true }),
    ]
    const answer = await giveMany(coordinator, rows)
    expect(answer.value?.data.map(({ is_blinded_partial }) => is_blinded_partial)).toEqual([true, true])
  })

  test('are granted once for a key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const rows = [entry('nurse'), entry('monitor')]
    const first = await giveMany(coordinator, rows, headers)
    const again = await giveMany(coordinator, rows, headers)
    expect([again.status, again.replayed, again.value]).toEqual([201, true, first.value])
    expect(saidOf(await giveMany(coordinator, rows))).toEqual([422, 'validation_failed'])
    const permissions = (await permissionsOf(world, idOf('nurse'))).filter(
      ({ trial_id }) => trial_id === trial.trial_id,
    )
    expect(permissions).toHaveLength(1)
  })

  test('may be a thousand', async () => {
    const person = { selected_timezone: null, expires_at: null, created_at: world.clock.now() }
    const people = Array.from({ length: 1000 }, (_, i) => ({
      ...person,
      name: `Person ${i}`,
      email: `${i}@example.net`,
    }))
    const stored = await world.context.database.queries.insertInto('users').values(people).returning('id').execute()
    const ids = stored.map(({ id }) => id)
    const rows = ids.map((user_id) => entry('nurse', { user_id }))
    const { value } = await giveMany(coordinator, rows)
    expect(value?.data.map(({ user_id }) => user_id)).toEqual(ids)
  })
})
