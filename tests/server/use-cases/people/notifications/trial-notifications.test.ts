import { listOwnNotifications, saveTrialNotification } from '#contract/trial-notifications'
import { listTrialUsers } from '#contract/trial-users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { change, end, give, giveMany, permissionsOf } from '../permissions/permission-calls'

let world: TestPortal
let trial: BuiltTrial
let others: BuiltTrial
let nurseHolds: number

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world)
  others = await aTrial(world)
  const here = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...here })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...here })
  await grant(world, { person: 'nurse', role: 'Trial user', ...here })
  await grant(world, { person: 'pharmacist', role: 'Trial user', has_study_packs_access: true, ...here })
  const permissions = world.database.queries.selectFrom('user_permissions').select('id')
  nurseHolds = (await permissions.where('user_id', '=', world.personId('nurse')).executeTakeFirstOrThrow()).id
})
afterAll(() => world.stop())

const ALL = {
  on_trial_status: true,
  on_trial_completion: true,
  on_randomisation: true,
  on_unblinding: true,
  on_study_packs: true,
}
const NONE = {
  on_trial_status: false,
  on_trial_completion: false,
  on_randomisation: false,
  on_unblinding: false,
  on_study_packs: false,
}

type Sent = { by: SampleAccountKey; of: SampleAccountKey; body: object; in?: BuiltTrial; id?: number }

const save = async ({ by, of, body, in: where = trial, id = world.personId(of) }: Sent) => {
  const path = `trials/${where.trial_id}/users/${world.personId(of)}/notifications/${id}`
  const saved = await ask(await signedInAs(world, by), saveTrialNotification.response, path, {
    ...posted(body),
    method: 'PUT',
  })
  return { ...saved, said: saved.problem?.fields ?? saved.problem?.code ?? saved.status }
}

const own = async (key: SampleAccountKey) =>
  (await ask(await signedInAs(world, key), listOwnNotifications.response, 'auth/me/notifications')).value?.data

describe('the people who may set notifications', () => {
  test.each<[string, Omit<Sent, 'body'>, unknown]>([
    ['themselves', { by: 'monitor', of: 'monitor' }, 200],
    ['the nurse herself', { by: 'nurse', of: 'nurse' }, 200],
    ['who looks after the trial’s users', { by: 'coordinator', of: 'nurse' }, 200],
    ['an administrator of the system', { by: 'administrator', of: 'nurse' }, 200],
    ['another user of the trial', { by: 'nurse', of: 'monitor' }, 'forbidden'],
    ['a viewer of the trial', { by: 'monitor', of: 'coordinator' }, 'forbidden'],
    ['of somebody who is not of the trial', { by: 'coordinator', of: 'unblinder' }, 'not_found'],
    ['somebody who is not of the trial themselves', { by: 'unblinder', of: 'unblinder' }, 'not_found'],
    ['by the id of another', { by: 'coordinator', of: 'nurse', id: 1 }, 'not_found'],
  ])('%s', async (_who, sent, said) => {
    expect((await save({ ...sent, body: NONE })).said).toBe(said)
  })

  test('not in a trial of others', async () => {
    expect((await save({ by: 'coordinator', of: 'nurse', body: NONE, in: others })).said).toBe('not_found')
  })
})

describe('the choices', () => {
  test('of study packs are only for people with access to them', async () => {
    const refused = { on_study_packs: 'This needs access to study packs' }
    expect((await save({ by: 'monitor', of: 'monitor', body: ALL })).said).toEqual(refused)
    expect((await save({ by: 'nurse', of: 'nurse', body: ALL })).said).toEqual(refused)
    expect((await save({ by: 'pharmacist', of: 'pharmacist', body: ALL })).value).toMatchObject(ALL)
    expect((await save({ by: 'coordinator', of: 'coordinator', body: ALL })).value).toMatchObject(ALL)
  })

  test('are all sent, and no others', async () => {
    const { on_unblinding: _, ...rest } = NONE
    expect((await save({ by: 'nurse', of: 'nurse', body: rest })).said).toEqual({
      on_unblinding: 'Must be true or false',
    })
    expect((await save({ by: 'nurse', of: 'nurse', body: { ...NONE, on_all: true } })).said).toEqual({
      on_all: 'Unknown field',
    })
  })

  test('can be sent back as GET answers them', async () => {
    const [notification] = (await own('nurse')) ?? []
    const sent = { ...notification, ...NONE, on_unblinding: true }
    expect((await save({ by: 'nurse', of: 'nurse', body: sent })).value).toMatchObject({ ...NONE, on_unblinding: true })
  })
})

test('one’s own are listed trial by trial: the defaults until something is chosen', async () => {
  const fresh = await aTrial(world)
  await grant(world, {
    person: 'blinded-nurse',
    role: 'Site user',
    trial_id: fresh.trial_id,
    site_id: fresh.sites[0]?.id ?? 0,
  })
  const user_id = world.personId('blinded-nurse')
  expect(await own('blinded-nurse')).toEqual([
    {
      id: user_id,
      user_id,
      trial_id: fresh.trial_id,
      trial: { id: fresh.trial_id, title: 'A trial of two tablets' },
      ...ALL,
      on_study_packs: false,
      has_study_packs_access: false,
    },
  ])
  expect(await own('administrator')).toEqual([])
})

test('the list of a trial’s users has them for people who manage them, and for oneself', async () => {
  const withThem = async (key: SampleAccountKey) => {
    const listed = await ask(await signedInAs(world, key), listTrialUsers.response, `trials/${trial.trial_id}/users`)
    return listed.value?.data.filter(({ trial_notification }) => trial_notification !== undefined).map(({ id }) => id)
  }
  const { length } = (await withThem('coordinator')) ?? []
  expect(length).toBe(4)
  expect(await withThem('monitor')).toEqual([world.personId('monitor')])
})

test('a change is recorded with the old and the new value', async () => {
  await save({ by: 'nurse', of: 'nurse', body: NONE })
  await save({ by: 'coordinator', of: 'nurse', body: { ...NONE, on_trial_status: true } })
  const entries = world.database.queries.selectFrom('audit_log').selectAll().where('kind', '=', 'notifications_changed')
  const last = await entries.orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(last).toMatchObject({
    trial_id: trial.trial_id,
    user_id: world.personId('coordinator'),
    changes: [{ field: 'on_trial_status', old: false, new: true }],
  })
})

test('a choice is deleted when a role crosses the threshold of the investigators, and not before', async () => {
  const coordinator = await signedInAs(world, 'administrator')
  await save({ by: 'nurse', of: 'nurse', body: NONE })
  await change(coordinator, world.personId('nurse'), nurseHolds, { role_id: 4 })
  expect((await own('nurse'))?.[0]).toMatchObject(NONE)
  await change(coordinator, world.personId('nurse'), nurseHolds, { role_id: 2 })
  expect((await own('nurse'))?.[0]).toMatchObject(ALL)
})

describe('a choice is deleted as well when a person', () => {
  const [ADMINISTRATOR, USER, VIEWER] = [2, 3, 4]
  let administrator: SignedIn
  let here: BuiltTrial
  beforeAll(async () => {
    administrator = await signedInAs(world, 'administrator')
  })
  beforeEach(async () => {
    here = await aTrial(world)
    valueOf(await give(administrator, monitor(), { role_id: USER, trial_id: here.trial_id }))
    await save({ by: 'monitor', of: 'monitor', body: NONE, in: here })
  })
  const monitor = () => world.personId('monitor')
  const chosen = async () => (await own('monitor'))?.find(({ trial_id }) => trial_id === here.trial_id)
  const ended = async () => {
    const permissions = await permissionsOf(world, monitor())
    const last = permissions.findLast(({ trial_id }) => trial_id === here.trial_id)
    await end(administrator, monitor(), last?.id ?? 0)
  }

  test.each<[how: string, act: () => Promise<unknown>, isForgotten: boolean]>([
    [
      'is taken out of a trial and comes back in another role',
      async () => {
        await ended()
        await give(administrator, monitor(), { role_id: ADMINISTRATOR, trial_id: here.trial_id })
      },
      true,
    ],
    [
      'is taken out of a trial and comes back in the same role',
      async () => {
        await ended()
        await give(administrator, monitor(), { role_id: USER, trial_id: here.trial_id })
      },
      true,
    ],
    [
      'becomes an administrator of it beside what they are',
      () => give(administrator, monitor(), { role_id: ADMINISTRATOR, trial_id: here.trial_id }),
      true,
    ],
    [
      'becomes that by a list of many',
      () => giveMany(administrator, [{ user_id: monitor(), role_id: ADMINISTRATOR, trial_id: here.trial_id }]),
      true,
    ],
    [
      'gets nothing but another role below the threshold',
      () => giveMany(administrator, [{ user_id: monitor(), role_id: VIEWER, trial_id: here.trial_id }]),
      false,
    ],
    [
      'loses such a role again and keeps the first',
      async () => {
        await give(administrator, monitor(), { role_id: VIEWER, trial_id: here.trial_id })
        await ended()
      },
      false,
    ],
  ])('%s', async (_how, act, isForgotten) => {
    await act()
    expect(await chosen()).toMatchObject(isForgotten ? { on_trial_status: true } : NONE)
  })
})
