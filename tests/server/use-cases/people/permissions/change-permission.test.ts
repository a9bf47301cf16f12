import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { change, end, entriesOf, everything, give, permissionsOf, roleId, saidOf } from './permission-calls'

let world: TestPortal
let coordinator: SignedIn
let trial: BuiltTrial
/** The nurse's permission at the first site. */
let permissionId: number

beforeAll(async () => {
  world = await testPortal()
  coordinator = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await aTrial(world)
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  const granted = await give(coordinator, nurse(), { role_id: roleId('Site user'), ...inTrial, site_id: siteId(0) })
  permissionId = granted.value?.id ?? 0
})

const nurse = () => world.personId('nurse')
const siteId = (index: number) => trial.sites[index]?.id ?? 0
const changed = (body: object, headers = {}) => change(coordinator, nurse(), permissionId, body, headers)
const stored = async () => (await permissionsOf(world, nurse())).find(({ id }) => id === permissionId)

describe('a change is refused for', () => {
  test('a permission that has ended, does not exist, or belongs to someone else', async () => {
    const before = await everything(world)
    expect(saidOf(await change(coordinator, nurse(), 999_999, {}))).toEqual([404, 'not_found'])
    expect(saidOf(await change(coordinator, world.personId('monitor'), permissionId, {}))).toEqual([404, 'not_found'])
    expect(await everything(world)).toEqual(before)
    await end(coordinator, nurse(), permissionId)
    expect(saidOf(await changed({ is_blinded_whole: true }))).toEqual([404, 'not_found'])
  })

  test.each<[string, () => object, Record<string, string>]>([
    ['to no role', () => ({ role_id: null }), { role_id: 'Role is required' }],
    ['to a role that is none', () => ({ role_id: 99 }), { role_id: 'This role does not exist' }],
    ['to no site', () => ({ site_id: null }), { site_id: 'Site is required' }],
    [
      'to a role of the trial, at its site still',
      () => ({ role_id: roleId('Trial user') }),
      { site_id: 'Only a site role can have a site' },
    ],
    [
      'to both blindings',
      () => ({ is_blinded_partial: true, is_blinded_whole: true }),
      { is_blinded_whole: 'Choose one blinding: partial or full' },
    ],
    ['by a field that is none', () => ({ ended: true }), { ended: 'Unknown field' }],
  ])('%s', async (_says, body, fields) => {
    const before = await everything(world)
    const { status, problem } = await changed(body())
    expect([status, problem?.fields]).toEqual([422, fields])
    expect(await everything(world)).toEqual(before)
  })

  test('a permission that another administrator has changed since it was seen', async () => {
    const seen = (await stored())?.updated_at
    world.clock.step(1)
    const earlier = await changed({ has_study_packs_access: true, updated_at: seen })
    expect(earlier.status).toBe(200)
    const before = await everything(world)
    expect(saidOf(await changed({ is_blinded_partial: true, updated_at: seen }))).toEqual([
      409,
      'trial_changed_meanwhile',
    ])
    expect(await everything(world)).toEqual(before)
    expect((await changed({ is_blinded_partial: true, updated_at: earlier.value?.updated_at })).status).toBe(200)
  })

  test('a role that the user has already', async () => {
    const viewer = { role_id: roleId('Site viewer'), trial_id: trial.trial_id, site_id: siteId(0) }
    await give(coordinator, nurse(), viewer)
    expect(saidOf(await changed({ role_id: roleId('Site viewer') }))).toEqual([409, 'permission_exists'])
  })
})

describe('a change', () => {
  test('sets the role and the site within the trial, and leaves missing fields unchanged', async () => {
    await changed({ has_study_packs_access: true, is_blinded_partial: true, is_unblind_authorized: true })
    const moved = await changed({ site_id: siteId(1) })
    expect(moved.value).toMatchObject({
      id: permissionId,
      site_id: siteId(1),
      role: { title: 'Site user' },
      is_blinded_partial: true,
      has_study_packs_access: true,
      is_unblind_authorized: true,
    })
    const lower = await changed({ role_id: roleId('Site viewer') })
    expect(lower.value).toMatchObject({ has_study_packs_access: false, is_unblind_authorized: false })
    const wider = await changed({ role_id: roleId('Trial user'), site_id: null })
    expect(wider.value).toMatchObject({ role: { title: 'Trial user' }, site: null, is_blinded_partial: true })
  })

  test.each<[string, object, object, object]>([
    ['whole to partial by naming it', { is_blinded_whole: true }, { is_blinded_partial: true }, [true, false]],
    ['partial to whole by naming it', { is_blinded_partial: true }, { is_blinded_whole: true }, [false, true]],
    ['whole to none', { is_blinded_whole: true }, { is_blinded_whole: false }, [false, false]],
    [
      'whole stays where nothing is said of it',
      { is_blinded_whole: true },
      { has_study_packs_access: true },
      [false, true],
    ],
  ])('of the blinding: %s', async (_says, first, then, expected) => {
    await changed(first)
    const { value } = await changed(then)
    expect([value?.is_blinded_partial, value?.is_blinded_whole]).toEqual(expected)
  })

  test('removes unblinding with the blinding', async () => {
    await changed({ is_blinded_whole: true, is_unblind_authorized: true })
    expect((await changed({ is_blinded_whole: false })).value?.is_unblind_authorized).toBe(false)
  })

  test('can be what GET answers, sent back', async () => {
    const { value } = await changed({ is_blinded_whole: true })
    world.clock.step(60)
    coordinator = await signedInAs(world, 'coordinator')
    expect((await changed({ ...value })).value).toEqual({ ...value, updated_at: world.clock.now() })
  })

  test('is recorded field by field, old and new', async () => {
    const answer = await changed({ site_id: siteId(1), is_blinded_whole: true })
    const [entry] = await entriesOf(world, 1)
    expect(entry).toMatchObject({
      chain: trial.trial_id,
      kind: 'permission_changed',
      description: `Permission ${permissionId} of user ${nurse()} changed: Site user at site ${siteId(1)}`,
      user_id: world.personId('coordinator'),
      role: 'Trial administrator',
      request_id: answer.headers.get('X-Request-Id'),
      changes: [
        { field: 'site_id', old: siteId(0), new: siteId(1) },
        { field: 'is_blinded_whole', old: false, new: true },
      ],
    })
  })

  test('happens once for a key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await changed({ is_blinded_whole: true }, headers)
    await changed({ is_blinded_whole: false })
    const repeated = await changed({ is_blinded_whole: true }, headers)
    expect([first.value?.is_blinded_whole, repeated.replayed]).toEqual([true, true])
    expect([repeated.value?.is_blinded_whole, (await stored())?.is_blinded_whole]).toEqual([false, false])
  })

  test('may stay at a site that has been deleted since', async () => {
    await world.context.database.queries
      .updateTable('sites')
      .set({ is_deleted: true })
      .where('id', '=', siteId(0))
      .execute()
    expect((await changed({ is_blinded_whole: true })).status).toBe(200)
  })
})

describe('a blinding that differs from the user’s others in the trial', () => {
  let second: number
  beforeEach(async () => {
    const viewer = { role_id: roleId('Site user'), trial_id: trial.trial_id, site_id: siteId(1) }
    second = (await give(coordinator, nurse(), viewer)).value?.id ?? 0
  })

  test('is a conflict', async () => {
    const before = await everything(world)
    const answer = await changed({ is_blinded_whole: true })
    expect([saidOf(answer), answer.problem?.duplicate_warning_type]).toEqual([[409, 'blinding_conflict'], 'PUT'])
    expect(await everything(world)).toEqual(before)
  })

  test('is set for all of them by force_update, there and back', async () => {
    const blinding = async () =>
      (await permissionsOf(world, nurse())).flatMap(({ id, is_blinded_whole }) =>
        [permissionId, second].includes(id) ? [is_blinded_whole] : [],
      )
    expect((await changed({ is_blinded_whole: true, force_update: true })).status).toBe(200)
    expect(await blinding()).toEqual([true, true])
    expect((await changed({ is_blinded_whole: false, force_update: true })).status).toBe(200)
    expect(await blinding()).toEqual([false, false])
    expect((await entriesOf(world, 4)).map(({ kind }) => kind)).toEqual(Array(4).fill('permission_changed'))
  })
})
