import type { Role } from '#domain/people/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../../support/a-trial'
import { readTrialRecords, recipientKeys } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { change, end, give, giveMany, permissionsOf, roleId } from './permission-calls'

/* People of a protected trial are notified when a system administrator gains access to it. */

let world: TestPortal
/** The system administrator who created the trials. */
let administrator: SignedIn
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await aProtectedTrial()
})

/** A trial that the coordinator administers, with the nurse as a user. */
const aProtectedTrial = async (overrides: TrialOverrides = {}) => {
  const built = await aTrial(world, { status: 'planning', is_protected_trial: true, ...overrides })
  const inIt = { trial_id: built.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inIt })
  await grant(world, { person: 'nurse', role: 'Trial user', ...inIt })
  return built
}

const recipientsOf = async (built = trial) =>
  recipientKeys('protected_access', await readTrialRecords(world, built.trial_id))
const idOf = (person: SampleAccountKey) => world.personId(person)
const inTrial = (role: Role['title'], more: object = {}) => ({
  role_id: roleId(role),
  trial_id: trial.trial_id,
  ...more,
})

describe('the level 3 users of a protected trial get an email', () => {
  const LEVEL_3 = ['administrator', 'coordinator']

  test.each<[Role['title'], string[]]>([
    ['Trial administrator', [...LEVEL_3, 'unblinder']],
    ['Trial viewer', [...LEVEL_3, 'unblinder']],
  ])('when a system administrator is made its %s, since they then reach it', async (role, people) => {
    expect((await give(administrator, idOf('unblinder'), inTrial(role))).status).toBe(201)
    expect((await recipientsOf()).toSorted()).toEqual(people)
    const { messages, audit } = await readTrialRecords(world, trial.trial_id)
    expect(messages[0]?.facts).toMatchObject({ person: 'Thomas Achterberg', role, by: 'Grace Okafor' })
    expect(audit.at(-1)).toMatchObject({ kind: 'permission_granted', user_id: idOf('administrator') })
  })

  test('when many are granted at once, once for each who newly reaches it', async () => {
    const rows = [
      { user_id: idOf('unblinder'), ...inTrial('Trial viewer') },
      { user_id: idOf('unblinder'), ...inTrial('Trial user') },
      { user_id: idOf('pharmacist'), ...inTrial('Trial user') },
    ]
    expect((await giveMany(administrator, rows)).status).toBe(201)
    expect((await recipientsOf()).toSorted()).toEqual([...LEVEL_3, 'unblinder'])
  })

  test('when their role at a site of it becomes one of the whole trial', async () => {
    const atSite = inTrial('Site user', { site_id: trial.sites[0]?.id })
    const granted = await give(administrator, idOf('unblinder'), atSite)
    expect(await recipientsOf()).toEqual([])
    const wider = { role_id: roleId('Trial user'), site_id: null }
    expect((await change(administrator, idOf('unblinder'), granted.value?.id ?? 0, wider)).status).toBe(200)
    expect((await recipientsOf()).toSorted()).toEqual([...LEVEL_3, 'unblinder'])
  })

  test('when one of its people is made a system administrator', async () => {
    expect((await give(administrator, idOf('nurse'), { role_id: roleId('System administrator') })).status).toBe(201)
    expect((await recipientsOf()).toSorted()).toEqual([...LEVEL_3, 'nurse'])
    const system = (await permissionsOf(world, idOf('nurse'))).find(({ trial_id }) => trial_id === null)
    expect((await end(administrator, idOf('nurse'), system?.id ?? 0)).status).toBe(204)
  })
})

describe('nobody gets an email', () => {
  test('about a grant to a person who is no system administrator', async () => {
    expect((await give(administrator, idOf('pharmacist'), inTrial('Trial administrator'))).status).toBe(201)
    expect(await recipientsOf()).toEqual([])
  })

  test('about another role for a system administrator who reaches the trial already', async () => {
    await give(administrator, idOf('unblinder'), inTrial('Trial viewer'))
    const before = await recipientsOf()
    expect((await give(administrator, idOf('unblinder'), inTrial('Trial user'))).status).toBe(201)
    expect(await recipientsOf()).toEqual(before)
  })

  test('where the trial is not protected: every system administrator reaches it', async () => {
    trial = await aProtectedTrial({ is_protected_trial: false })
    expect((await give(administrator, idOf('unblinder'), inTrial('Trial administrator'))).status).toBe(201)
    expect(await recipientsOf()).toEqual([])
  })

  test('about a grant that is refused', async () => {
    expect((await give(administrator, idOf('administrator'), inTrial('Trial user'))).status).toBe(403)
    expect(await recipientsOf()).toEqual([])
  })
})
