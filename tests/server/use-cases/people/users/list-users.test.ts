import { getUser, listRoles, listUsers } from '#contract/users'
import { ROLES } from '#domain/people/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUserProfile } from '../../../../../src/server/ground/db/user-profiles'
import { insertUser } from '../../../../../src/server/ground/db/users'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { saidOf } from '../permissions/permission-calls'

let world: TestPortal
let administrator: SignedIn
let coordinator: SignedIn
let trial: BuiltTrial
let hidden: BuiltTrial
let expired: number

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  coordinator = await signedInAs(world, 'coordinator')
  trial = await aTrial(world, { title: 'Open' })
  hidden = await aTrial(world, { title: 'Protected', status: 'planning', is_protected_trial: true })
  const { queries } = world.context.database
  const { trial_id } = hidden
  const creator = world.personId('administrator')
  const endedAt = { ended_at: world.clock.now() }
  await queries
    .updateTable('user_permissions')
    .set(endedAt)
    .where('user_id', '=', creator)
    .where('trial_id', '=', trial_id)
    .execute()
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id: trial.sites[0]?.id ?? 0 })
  await grant(world, { person: 'nurse', role: 'Trial administrator', trial_id, site_id: null })
  const person = { selected_timezone: 'Europe/London', created_at: world.clock.now() }
  expired = await insertUser(queries, {
    ...person,
    name: 'Émile 100% Gone',
    email: 'gone@example.net',
    is_active: false,
    expires_at: world.clock.now(),
  })
  const account = { issuer: 'https://idp.example.net', subject: 'gone' }
  await insertUserProfile(queries, { user_id: expired, idp: 'google', ...account, created_at: world.clock.now() })
})
afterAll(() => world.stop())

const listed = (who: SignedIn, query = '') => ask(who, listUsers.response, `users?${query}`)
const namesIn = async (who: SignedIn, query = '') => valueOf(await listed(who, query)).data.map(({ name }) => name)

describe('a person who does not manage users', () => {
  test.each(['coordinator', 'nurse', 'monitor'] as const)('%s: gets no list and no user', async (key) => {
    const who = await signedInAs(world, key)
    expect(saidOf(await listed(who))).toEqual([403, 'forbidden'])
    for (const id of [world.personId('monitor'), 999_999]) {
      expect(saidOf(await ask(who, getUser.response, `users/${id}`))).toEqual([403, 'forbidden'])
    }
  })

  test('nor by naming a trial: one where they do not, one that they may not know of, a missing one', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const monitor = await signedInAs(world, 'monitor')
    expect(saidOf(await listed(nurse, `trial=${trial.trial_id}`))).toEqual([403, 'forbidden'])
    expect(saidOf(await listed(monitor, `trial=${trial.trial_id}`))).toEqual([404, 'not_found'])
    expect(saidOf(await listed(administrator, `trial=${hidden.trial_id}`))).toEqual([404, 'not_found'])
    expect(saidOf(await listed(administrator, 'trial=999999'))).toEqual([404, 'not_found'])
  })
})

describe('a person who manages one trial and names it', () => {
  test('gets ids and names of everybody, and nothing else', async () => {
    const answer = valueOf(await listed(coordinator, `trial=${trial.trial_id}&page_size=100`))
    expect(answer.total).toBe(8)
    expect(answer.data).toContainEqual({ id: world.personId('monitor'), name: 'Ingrid Sørensen' })
    expect(answer.data.every((one) => Object.keys(one).toSorted().join() === 'id,name')).toBe(true)
  })

  test.each([
    ['part of a name', 'grace', ['Grace Okafor']],
    ['a whole e-mail address in any case', 'Administrator@Example.org', ['Grace Okafor']],
    ['part of an e-mail address finds nobody', 'administrator@', []],
    ['nor does what they all have', 'example', []],
  ])('finds by %s', async (_says, q, names) => {
    const query = `trial=${trial.trial_id}&q=${encodeURIComponent(q)}`
    expect(await namesIn(coordinator, query)).toEqual(names)
  })

  test('finds by the exact id', async () => {
    const query = `trial=${trial.trial_id}&q=${world.personId('monitor')}`
    expect(await namesIn(coordinator, query)).toEqual(['Ingrid Sørensen'])
  })
})

describe('an administrator of the system', () => {
  test.each([
    ['name', ['Thomas Achterberg', 'Priya Raman']],
    ['email', ['Thomas Achterberg', 'Marco Bellini']],
    ['id', ['Émile 100% Gone', 'Thomas Achterberg']],
  ])('sorts by %s, and reverses the order', async (sort, last) => {
    const rising = await namesIn(administrator, `sort=${sort}&page_size=100`)
    const falling = await namesIn(administrator, `sort=${sort}&order=desc&page_size=100`)
    expect(falling).toEqual(rising.toReversed())
    expect(falling.slice(0, 2)).toEqual(last)
  })

  test.each(['sort=max_level', 'order=up'])('%s is no order', async (query) => {
    expect(saidOf(await listed(administrator, query))).toEqual([422, 'validation_failed'])
  })

  test('gets everybody by name, page by page', async () => {
    expect(await namesIn(administrator)).toEqual([
      'Amara Hughes',
      'Daniel Lindqvist',
      'Émile 100% Gone',
      'Grace Okafor',
      'Ingrid Sørensen',
      'Marco Bellini',
      'Priya Raman',
      'Thomas Achterberg',
    ])
    expect(valueOf(await listed(administrator, 'page=2'))).toEqual({
      data: [],
      page: 2,
      pages: 1,
      total: 8,
      page_size: 10,
    })
  })

  test.each([
    ['part of a name, anywhere and in any case', 'HUGH', ['Amara Hughes']],
    ['part of an e-mail address', 'example.net', ['Émile 100% Gone']],
    ['a percent sign as it stands', '100%', ['Émile 100% Gone']],
    ['a blank', '  ', 8],
    ['what nobody has', '_', []],
  ])('finds by %s', async (_says, q, expected) => {
    const names = await namesIn(administrator, `q=${encodeURIComponent(q)}`)
    expect(typeof expected === 'number' ? names.length : names).toEqual(expected)
  })

  test('sees all of a user, and the same by their id', async () => {
    const [user] = valueOf(await listed(administrator, 'q=gone')).data
    expect(user).toEqual({
      id: expired,
      name: 'Émile 100% Gone',
      email: 'gone@example.net',
      selected_timezone: 'Europe/London',
      is_active: false,
      is_expired: true,
      expires_at: world.clock.now(),
      max_level: 0,
      user_profiles: [{ id: user?.user_profiles?.[0]?.id, idp: 'google', created_at: world.clock.now() }],
      invitation: null,
      user_permissions: [],
    })
    expect(valueOf(await ask(administrator, getUser.response, `users/${expired}`))).toEqual(user)
    expect(saidOf(await ask(administrator, getUser.response, 'users/999999'))).toEqual([404, 'not_found'])
  })

  test('sees the permissions that they manage: none of a protected trial that they may not know of', async () => {
    const [nurse] = valueOf(await listed(administrator, 'q=amara')).data
    expect(nurse).toMatchObject({
      max_level: 3,
      user_permissions: [{ trial: { title: 'Open' }, site_id: trial.sites[0]?.id }],
    })
    expect(nurse?.user_permissions).toHaveLength(1)
  })

  test('and of one trial only where it is named', async () => {
    const elsewhere = await aTrial(world, { title: 'Elsewhere' })
    const query = `q=amara&trial=${elsewhere.trial_id}`
    const [nurse] = valueOf(await listed(administrator, query)).data
    expect(nurse).toMatchObject({ email: 'nurse@example.org', user_permissions: [] })
  })
})

test('everybody may read the roles', async () => {
  const monitor = await signedInAs(world, 'monitor')
  expect(valueOf(await ask(monitor, listRoles.response, 'users/roles')).data).toEqual(ROLES)
})
