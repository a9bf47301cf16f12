import { problem } from '#contract/problem'
import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../../src/server/ground/db/transaction'
import { aTrial, grant } from '../../../../support/a-trial'
import { posted, valueOf } from '../../../../support/ask'
import { TEST_SERVER } from '../../../../support/database'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { sessionsWaiting } from '../../../../support/sessions-waiting'
import { until } from '../../../../support/until'
import { gate } from '../../../ground/db/gate'
import { give, permissionsOf, roleId } from '../permissions/permission-calls'
import { extend, refusalIn, shown, update } from './user-calls'

/* At least one administrator must always be able to sign in: active, with the permission and an account. */

type Key = 'administrator' | 'coordinator'

let world: TestPortal
let first: SignedIn
let second: SignedIn

beforeAll(async () => {
  world = await testPortal()
  await give(await signedInAs(world, 'administrator'), world.personId('coordinator'), {
    role_id: roleId('System administrator'),
  })
})
afterAll(() => world.stop())

const rowsOf = (table: 'user_profiles' | 'user_permissions', key: Key) =>
  world.database.queries.updateTable(table).where('user_id', '=', world.personId(key))

const setUser = (key: Key, change: { is_active?: boolean; expires_at?: string | null }) =>
  world.database.queries.updateTable('users').set(change).where('id', '=', world.personId(key)).execute()

/** Both can sign in as administrators. */
beforeEach(async () => {
  for (const key of ['administrator', 'coordinator'] as const) {
    await setUser(key, { is_active: true, expires_at: null })
    await rowsOf('user_profiles', key).set({ ended_at: null }).execute()
    await rowsOf('user_permissions', key).set({ ended_at: null }).execute()
  }
  // Their sessions ended with the change.
  first = await signedInAs(world, 'administrator')
  second = await signedInAs(world, 'coordinator')
})

/** Acts that take from a person what an administrator needs, by their title. */
const ACTIONS = {
  'marks inactive': async (who: SignedIn, key: Key) =>
    who.fetch(`users/${world.personId(key)}/active`, posted({ is_active: false })),
  'takes the permission of': async (who: SignedIn, key: Key) => {
    const [permission] = await permissionsOf(world, world.personId(key))
    return who.fetch(`users/${world.personId(key)}/permissions/${permission?.id}`, { method: 'DELETE' })
  },
  'ends the association of': async (who: SignedIn, key: Key) => {
    const [profile] = await profilesOf(key)
    return who.fetch(`users/${world.personId(key)}/profiles/${profile?.id}`, { method: 'DELETE' })
  },
}
type Action = keyof typeof ACTIONS
const EVERY_ACTION: readonly Action[] = ['marks inactive', 'takes the permission of', 'ends the association of']

const profilesOf = (key: Key) =>
  world.database.queries.selectFrom('user_profiles').selectAll().where('user_id', '=', world.personId(key)).execute()

/** The status of an answer, with the code of a refusal. */
const saidBy = async (response: Response) =>
  response.ok ? [response.status] : [response.status, v.parse(problem, await response.json()).code]

/** Reasons for which a second administrator cannot sign in, by their title. */
const KEPT_OUT: [string, () => Promise<unknown>][] = [
  ['is inactive', () => setUser('coordinator', { is_active: false })],
  ['has expired', () => setUser('coordinator', { expires_at: world.clock.now() })],
  [
    'has no permission any more',
    () => rowsOf('user_permissions', 'coordinator').set({ ended_at: world.clock.now() }).execute(),
  ],
  [
    'has no account to sign in with',
    () => rowsOf('user_profiles', 'coordinator').set({ ended_at: world.clock.now() }).execute(),
  ],
]

describe('the last system administrator', () => {
  test.each(KEPT_OUT)('cannot end their own association while the other one %s', async (_, keepOut) => {
    await keepOut()
    expect(await saidBy(await ACTIONS['ends the association of'](first, 'administrator'))).toEqual([
      409,
      'last_administrator',
    ])
    expect(await profilesOf('administrator')).toMatchObject([{ ended_at: null }])
    expect((await first.fetch('auth/me')).status).toBe(200)
  })

  test('can end one of two associations', async () => {
    await setUser('coordinator', { is_active: false })
    const [profile] = await profilesOf('administrator')
    const another = { user_id: world.personId('administrator'), idp: 'google', subject: 'another' }
    const { id } = await world.database.queries
      .insertInto('user_profiles')
      .values({ ...another, issuer: 'https://accounts.example.org', created_at: world.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const end = (profileId?: number) =>
      first.fetch(`users/${world.personId('administrator')}/profiles/${profileId}`, { method: 'DELETE' })
    expect(await saidBy(await end(id))).toEqual([204])
    // It has ended already, so there is nothing to refuse.
    expect(await saidBy(await end(id))).toEqual([204])
    expect(await saidBy(await end(profile?.id))).toEqual([409, 'last_administrator'])
    await world.database.queries.deleteFrom('user_profiles').where('id', '=', id).execute()
  })

  test.each(EVERY_ACTION)('stays when an administrator who cannot sign in again %s them', async (action) => {
    await rowsOf('user_profiles', 'coordinator').set({ ended_at: world.clock.now() }).execute()
    expect(await saidBy(await ACTIONS[action](second, 'administrator'))).toEqual([409, 'last_administrator'])
    expect(await permissionsOf(world, world.personId('administrator'))).toHaveLength(1)
    expect((await shown(first, world.personId('administrator'))).value).toMatchObject({
      is_active: true,
      user_profiles: [expect.anything()],
    })
  })

  test.each(EVERY_ACTION)('is another where another can sign in: one %s the other', async (action) => {
    expect((await ACTIONS[action](first, 'coordinator')).status).toBeLessThan(300)
  })

  test.each(EVERY_ACTION)('is another where the other could not sign in anyway: one %s the other', async (action) => {
    await setUser('coordinator', { expires_at: world.clock.now() })
    expect((await ACTIONS[action](first, 'coordinator')).status).toBeLessThan(300)
  })

  test('loses a permission in a trial like anybody', async () => {
    const { trial_id } = await aTrial(world)
    await grant(world, { person: 'administrator', role: 'Trial administrator', trial_id, site_id: null })
    const id = (await permissionsOf(world, world.personId('administrator'))).at(-1)?.id ?? 0
    await rowsOf('user_profiles', 'coordinator').set({ ended_at: world.clock.now() }).execute()
    const path = `users/${world.personId('administrator')}/permissions/${id}`
    expect(await saidBy(await second.fetch(path, { method: 'DELETE' }))).toEqual([204])
    await world.database.queries.deleteFrom('user_permissions').where('id', '=', id).execute()
  })

  test('gets no expiry by any call, neither past nor future', async () => {
    const id = world.personId('administrator')
    const before = (await shown(first, id)).value
    const sent = { ...before, is_active: false, is_expired: true, expires_at: '2027-01-01T00:00:00.000Z' }
    expect((await update(first, id, sent)).value).toEqual(before)
    expect(refusalIn(await extend(first, id, { is_expired: true }))[0]).toBe(422)
    expect(refusalIn(await extend(first, id, { is_expired: false, expires_at: world.clock.now() }))[0]).toBe(422)
    expect((await extend(first, id)).value?.expires_at).toBeNull()
  })
})

/** Whether an administrator can still sign in. */
const isAnybodyLeft = async (): Promise<boolean> => {
  const haveAccess = await Promise.all(
    (['administrator', 'coordinator'] as const).map(async (key) => {
      const permissions = await permissionsOf(world, world.personId(key))
      const profiles = await profilesOf(key)
      const users = world.database.queries.selectFrom('users').select('is_active')
      const { is_active } = await users.where('id', '=', world.personId(key)).executeTakeFirstOrThrow()
      return is_active && permissions.length > 0 && profiles.some(({ ended_at }) => ended_at === null)
    }),
  )
  return haveAccess.includes(true)
}

const PAIRS = EVERY_ACTION.flatMap((one) => EVERY_ACTION.map((other): [Action, Action] => [one, other]))

describe('two administrators at once', () => {
  test.each(PAIRS)('one %s the other, who %s the first: one of them is refused', async (one, other) => {
    const answers = await Promise.all([ACTIONS[one](first, 'coordinator'), ACTIONS[other](second, 'administrator')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await isAnybodyLeft()).toBe(true)
  })

  describe('beside a third, so that neither is the last', () => {
    let third = 0
    beforeEach(async () => {
      const monitor = world.personId('monitor')
      const given = await give(first, monitor, { role_id: roleId('System administrator') })
      third = valueOf(given).id
    })
    afterEach(() => world.database.queries.deleteFrom('user_permissions').where('id', '=', third).execute())

    test.each<[other: string, act: () => Promise<Response>]>([
      ['who marks the first inactive', () => ACTIONS['marks inactive'](second, 'administrator')],
      ['who ends an association of the first', () => ACTIONS['ends the association of'](second, 'administrator')],
      [
        'who makes an administrator',
        () =>
          second.fetch(
            `users/${world.personId('nurse')}/permissions`,
            posted({ role_id: roleId('System administrator') }),
          ),
      ],
    ])('one marks the other inactive, %s meanwhile: that is refused', async (_, act) => {
      const [done, other] = await bothAtOnce(() => ACTIONS['marks inactive'](first, 'coordinator'), act)
      expect(done?.status).toBe(200)
      expect([401, 403]).toContain(other?.status)
    })
  })

  describe.runIf(TEST_SERVER)('in two sessions of PostgreSQL', () => {
    test.each(PAIRS)('one %s the other, who %s the first: one of them is refused', async (one, other) => {
      const answers = await bothAtOnce(
        () => ACTIONS[one](first, 'coordinator'),
        () => ACTIONS[other](second, 'administrator'),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      expect(await isAnybodyLeft()).toBe(true)
    })
  })
})

/** Two acts, of which on PostgreSQL the second begins to wait before the first is done: the audit log is locked until both are under way. */
const bothAtOnce = async (one: () => Promise<Response>, other: () => Promise<Response>): Promise<Response[]> => {
  if (!TEST_SERVER) return Promise.all([one(), other()])
  const another = await world.database.openAnother()
  const [gates, released] = [gate(), gate()]
  const holding = inTransaction(another, async (transaction) => {
    await sql`select from audit_chains where chain = 0 for update`.execute(transaction)
    gates.open()
    await released.opened
    return accepted(null)
  })
  await gates.opened
  const answering = [one()]
  await until('the first waits', async () => (await sessionsWaiting(world.database.queries)) === 1)
  answering.push(other())
  await until('both wait', async () => (await sessionsWaiting(world.database.queries)) === 2)
  released.open()
  await holding
  const answers = await Promise.all(answering)
  await another.close()
  return answers
}
