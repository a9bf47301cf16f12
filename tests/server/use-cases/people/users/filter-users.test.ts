import { api } from '#contract/api'
import { listUsers } from '#contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertUserProfile } from '../../../../../src/server/ground/db/user-profiles'
import { insertUser } from '../../../../../src/server/ground/db/users'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { saidOf } from '../permissions/permission-calls'

/* The list of users, filtered to those without an account, without an invitation, inactive or expired. */

const PAST = '2026-01-01T00:00:00.000Z'
const DAY_MS = 86_400_000

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world)
  await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id: trial.trial_id, site_id: null })
  const { queries } = world.context.database
  const created_at = world.clock.now()
  const person = async (name: string, change: { is_active?: boolean; expires_at?: string } = {}) => {
    const email = `${name.toLowerCase()}@filter.example`
    return insertUser(queries, { name, email, selected_timezone: null, expires_at: null, created_at, ...change })
  }
  const account = async (user_id: number, isEnded: boolean) => {
    const at = { issuer: 'https://idp.example.net', subject: `account ${user_id}`, idp: 'sso' }
    const profile = await insertUserProfile(queries, { user_id, ...at, created_at })
    const ended = queries
      .updateTable('user_profiles')
      .set({ ended_at: created_at })
      .where('id', '=', profile?.id ?? 0)
    if (isEnded) await ended.execute()
  }
  await person('Plain')
  await person('Ending', { expires_at: new Date(Date.parse(world.clock.now()) + 30 * DAY_MS).toISOString() })
  await person('Gone', { is_active: false })
  await person('Lapsed', { expires_at: PAST })
  await person('Both', { is_active: false, expires_at: PAST })
  await account(await person('Member'), false)
  await account(await person('Former'), true)
  const late = { user_id: await person('Late'), created_at: PAST, expires_at: PAST, ended_at: null }
  await queries
    .insertInto('association_tokens')
    .values({ ...late, token_hash: Buffer.from('late') })
    .execute()
  const user_id = await person('Invited')
  await administrator.fetch(api.requestAssociation.path, posted({ user_id }))
})
afterAll(() => world.stop())

const listed = (who: SignedIn, query: string) => ask(who, listUsers.response, `users?${query}`)
const namesIn = async (query: string) =>
  valueOf(await listed(administrator, `q=filter.example&${query}`)).data.map(({ name }) => name)

test.each([
  ['', ['Both', 'Ending', 'Former', 'Gone', 'Invited', 'Lapsed', 'Late', 'Member', 'Plain']],
  ['association=associated', ['Member']],
  ['association=not_associated', ['Both', 'Ending', 'Former', 'Gone', 'Invited', 'Lapsed', 'Late', 'Plain']],
  ['association=not_invited', ['Both', 'Ending', 'Former', 'Gone', 'Lapsed', 'Late', 'Plain']],
  ['account=active', ['Ending', 'Former', 'Invited', 'Late', 'Member', 'Plain']],
  ['account=ending', ['Ending']],
  ['account=inactive', ['Both', 'Gone']],
  ['account=expired', ['Both', 'Lapsed']],
  ['association=not_invited&account=active', ['Ending', 'Former', 'Late', 'Plain']],
])('%s', async (query, names) => {
  expect(await namesIn(query)).toEqual(names)
})

test('the list has the end of a valid invitation', async () => {
  const invitations = valueOf(await listed(administrator, 'q=filter.example')).data.flatMap(({ name, invitation }) =>
    invitation ? [[name, invitation.sent_at, invitation.expires_at]] : [],
  )
  expect(invitations).toEqual([['Invited', world.clock.now(), '2026-11-28T05:03:00.000Z']])
})

describe('a person who manages only one trial', () => {
  test.each(['association=associated', 'account=inactive', 'sort=email'])(
    'learns nothing of accounts by %s',
    async (query) => {
      const coordinator = await signedInAs(world, 'coordinator')
      expect(saidOf(await listed(coordinator, `trial=${trial.trial_id}&${query}`))).toEqual([403, 'forbidden'])
    },
  )
})

test.each(['association=invited', 'account=none'])('%s is no filter', async (query) => {
  expect(saidOf(await listed(administrator, query))).toEqual([422, 'validation_failed'])
})
