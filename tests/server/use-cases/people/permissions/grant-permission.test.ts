import { listAuditLogs } from '#contract/audit-logs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { end, entriesOf, everything, give, permissionsOf, roleId, saidOf } from './permission-calls'

let world: TestPortal
let coordinator: SignedIn
let administrator: SignedIn
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  coordinator = await signedInAs(world, 'coordinator')
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await aTrialOfHis()
})

/** A trial whose people the coordinator manages. */
const aTrialOfHis = async (overrides: TrialOverrides = {}, blinding = {}) => {
  const built = await aTrial(world, {
    sites: [{ title: 'Open' }, { title: 'Second' }, { title: 'Closed', is_deleted: true }],
    ...overrides,
  })
  const own = { person: 'coordinator', role: 'Trial administrator', trial_id: built.trial_id, site_id: null } as const
  await grant(world, { ...own, ...blinding })
  return built
}
const siteId = (title: string, built = trial) => built.sites.find((site) => site.title === title)?.id ?? 0
const body = (role: Parameters<typeof roleId>[0], more: object = {}, built = trial) => ({
  role_id: roleId(role),
  trial_id: built.trial_id,
  ...more,
})
const nurse = () => world.personId('nurse')
const fieldsOf = async (pending: ReturnType<typeof give>) => {
  const { status, problem } = await pending
  return [status, problem?.fields]
}

describe('an invalid permission is refused, and nothing changes', () => {
  test.each<[string, () => object, Record<string, string>]>([
    ['no role', () => ({ trial_id: trial.trial_id }), { role_id: 'Role is required' }],
    ['a null role', () => ({ role_id: null, trial_id: trial.trial_id }), { role_id: 'Role is required' }],
    ['a role that is none', () => ({ role_id: 7, trial_id: trial.trial_id }), { role_id: 'This role does not exist' }],
    ['a role of a site without it', () => body('Site user'), { site_id: 'Site is required' }],
    [
      'a deleted site',
      () => body('Site user', { site_id: siteId('Closed') }),
      { site_id: 'This site no longer takes part in the trial' },
    ],
    [
      'a role of a trial at a site',
      () => body('Trial user', { site_id: siteId('Open') }),
      { site_id: 'Only a site role can have a site' },
    ],
    [
      'both blindings',
      () => body('Trial user', { is_blinded_partial: true, is_blinded_whole: true }),
      { is_blinded_whole: 'Choose one blinding: partial or full' },
    ],
    [
      'a flag that is none',
      () => body('Trial user', { is_blinded_whole: 'yes' }),
      { is_blinded_whole: 'Must be true or false' },
    ],
    ['an unknown field', () => body('Trial user', { level: 4 }), { level: 'Unknown field' }],
  ])('%s', async (_says, sent, fields) => {
    const before = await everything(world)
    expect(await fieldsOf(give(coordinator, nurse(), sent()))).toEqual([422, fields])
    expect(await everything(world)).toEqual(before)
  })

  test('a role of a trial without it, from a person who could grant in the system', async () => {
    const sent = { role_id: roleId('Trial viewer') }
    expect(await fieldsOf(give(administrator, nurse(), sent))).toEqual([422, { trial_id: 'Trial is required' }])
  })

  test('to a missing person', async () => {
    expect(saidOf(await give(coordinator, 999_999, body('Trial viewer')))).toEqual([404, 'not_found'])
  })

  test('the same role at the same place twice, also at once; elsewhere it is another', async () => {
    const at = (title: string) => give(coordinator, nurse(), body('Site user', { site_id: siteId(title) }))
    const both = await Promise.all([at('Open'), at('Open')])
    expect(both.map((answer) => saidOf(answer).join(' ')).toSorted()).toEqual(['201 ', '409 permission_exists'])
    expect(saidOf(await at('Open'))).toEqual([409, 'permission_exists'])
    expect(saidOf(await at('Second'))).toEqual([201, null])
  })
})

describe('a granted permission', () => {
  test('is answered whole, and counts with the next request', async () => {
    const person = await signedInAs(world, 'nurse')
    expect((await person.fetch(`trials/${trial.trial_id}`)).status).toBe(404)
    const sent = body('Site user', { site_id: siteId('Open'), is_blinded_partial: true, is_unblind_authorized: true })
    const granted = await give(coordinator, nurse(), sent)
    expect(granted.status).toBe(201)
    expect(granted.value).toEqual({
      id: granted.value?.id,
      user_id: nurse(),
      role_id: roleId('Site user'),
      role: { title: 'Site user', level: 2, context: 'site' },
      trial_id: trial.trial_id,
      trial: { id: trial.trial_id, title: 'A trial of two tablets' },
      site_id: siteId('Open'),
      site: { id: siteId('Open'), title: 'Open' },
      is_blinded_partial: true,
      is_blinded_whole: false,
      is_unblind_authorized: true,
      has_study_packs_access: false,
      created_at: world.clock.now(),
      updated_at: world.clock.now(),
      ended_at: null,
    })
    expect((await person.fetch(`trials/${trial.trial_id}`)).status).toBe(200)
  })

  test('accepts what GET answers beside the form, and stores nothing of it', async () => {
    const first = await give(coordinator, nurse(), body('Trial viewer'))
    const copy = { ...first.value, user_id: world.personId('coordinator'), role_id: roleId('Trial user'), id: 1 }
    const second = await give(coordinator, nurse(), copy)
    expect(second.value).toMatchObject({ user_id: nurse(), role: { title: 'Trial user' } })
    expect(second.value?.id).toBeGreaterThan(first.value?.id ?? 0)
  })

  test('has no delegation that its role or blinding does not allow', async () => {
    const both = { is_unblind_authorized: true, has_study_packs_access: true }
    const granted = await give(coordinator, nurse(), body('Trial viewer', { ...both, is_blinded_whole: true }))
    expect(granted.value).toMatchObject({ is_unblind_authorized: false, has_study_packs_access: false })
    const unblinded = await give(coordinator, world.personId('monitor'), body('Trial user', both))
    expect(unblinded.value).toMatchObject({ is_unblind_authorized: false, has_study_packs_access: true })
  })

  test('may be one of the system, from a person with one', async () => {
    const granted = await give(administrator, nurse(), { role_id: roleId('System administrator') })
    expect(granted.value).toMatchObject({ trial: null, site: null, role: { level: 4, context: 'system' } })
    expect((await readChain(world.context.database.queries, 0)).entries.at(-1)).toMatchObject({
      kind: 'permission_granted',
      trial_id: null,
      role: 'System administrator',
    })
    await end(administrator, nurse(), granted.value?.id ?? 0)
  })

  test('is an entry of the audit log that links to the user', async () => {
    await give(coordinator, nurse(), body('Trial viewer'))
    const query = `audit-logs?trial_id=${trial.trial_id}&kind=permission_granted`
    const { data } = valueOf(await ask(administrator, listAuditLogs.response, query))
    expect(data[0]?.subjects.users.map(({ id }) => id)).toEqual([nurse()])
  })

  test('is recorded in the chain of its trial: person, role, action, recipient', async () => {
    const sent = body('Site user', { site_id: siteId('Second'), has_study_packs_access: true })
    const granted = await give(coordinator, nurse(), sent)
    const [entry] = await entriesOf(world, 1)
    expect(entry).toMatchObject({
      chain: trial.trial_id,
      trial_id: trial.trial_id,
      kind: 'permission_granted',
      description: `Permission ${granted.value?.id} granted to user ${nurse()}: Site user at site ${siteId('Second')}`,
      user_id: world.personId('coordinator'),
      role: 'Trial administrator',
      created_at: world.clock.now(),
      request_id: granted.headers.get('X-Request-Id'),
      changes: [
        { field: 'user_id', old: null, new: nurse() },
        { field: 'role_id', old: null, new: roleId('Site user') },
        { field: 'site_id', old: null, new: siteId('Second') },
        { field: 'is_blinded_partial', old: null, new: false },
        { field: 'is_blinded_whole', old: null, new: false },
        { field: 'is_unblind_authorized', old: null, new: false },
        { field: 'has_study_packs_access', old: null, new: true },
      ],
    })
    expect(chainFaults(await readChain(world.context.database.queries, trial.trial_id))).toEqual([])
  })

  test('is granted once for a key, and answered in its present state', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await give(coordinator, nurse(), body('Trial viewer'), headers)
    const repeated = await give(coordinator, nurse(), body('Trial viewer'), headers)
    expect([repeated.status, repeated.replayed, repeated.value]).toEqual([201, true, first.value])
    await end(coordinator, nurse(), first.value?.id ?? 0)
    const after = await give(coordinator, nurse(), body('Trial viewer'), headers)
    expect(after.value).toEqual({ ...first.value, ended_at: world.clock.now() })
    expect((await permissionsOf(world, nurse())).filter(({ trial_id }) => trial_id === trial.trial_id)).toEqual([])
  })

  test('may be for a person whose account is inactive or has expired', async () => {
    const { queries } = world.context.database
    const id = world.personId('unblinder')
    await queries.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect((await give(coordinator, id, body('Trial viewer'))).status).toBe(201)
    await queries.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
  })
})

describe('one blinding for each person in a trial', () => {
  const whole = { is_blinded_whole: true }

  test('with another one is a conflict, which is reported and changes nothing', async () => {
    await give(coordinator, nurse(), body('Trial viewer'))
    const before = await everything(world)
    const second = await give(coordinator, nurse(), body('Site user', { site_id: siteId('Open'), ...whole }))
    expect([saidOf(second), second.problem?.duplicate_warning_type]).toEqual([[409, 'blinding_conflict'], 'PUT'])
    expect(second.problem?.message).toMatch(/blinded differently/)
    expect(await everything(world)).toEqual(before)
  })

  test('unless force_update sets all of them in this trial, and only there', async () => {
    const elsewhere = await aTrialOfHis()
    await give(coordinator, nurse(), body('Trial viewer', {}, elsewhere))
    const first = await give(coordinator, nurse(), body('Trial viewer'))
    const sent = body('Site user', { site_id: siteId('Open'), ...whole, force_update: true })
    const second = await give(coordinator, nurse(), sent)
    const blindingIn = async (trialId: number) =>
      (await permissionsOf(world, nurse()))
        .filter(({ trial_id }) => trial_id === trialId)
        .map((one) => one.is_blinded_whole)
    expect([await blindingIn(trial.trial_id), await blindingIn(elsewhere.trial_id)]).toEqual([[true, true], [false]])
    expect(await entriesOf(world, 2)).toMatchObject([
      {
        kind: 'permission_changed',
        description: `Permission ${first.value?.id} of user ${nurse()} changed: Trial viewer`,
        changes: [{ field: 'is_blinded_whole', old: false, new: true }],
      },
      { kind: 'permission_granted', description: expect.stringContaining(`Permission ${second.value?.id} granted`) },
    ])
  })

  test('does not count ended ones, and those of the system', async () => {
    const ended = await give(coordinator, nurse(), body('Trial viewer'))
    await end(coordinator, nurse(), ended.value?.id ?? 0)
    await grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
    expect((await give(coordinator, nurse(), body('Trial user', whole))).status).toBe(201)
  })
})

describe('a trial whose people must be blinded', () => {
  const labels = {
    study_groups: [
      { name: 'Amlodipine', label: 'X' },
      { name: 'Indapamide', label: 'Y' },
    ],
  }
  test.each([
    ['users', { is_blinded_users: true }, 'Trial viewer', 'Trial administrator'],
    ['investigators', { is_blinded_investigators: true }, 'Trial administrator', 'Trial viewer'],
  ] as const)('its %s: refuses to grant otherwise, blinds fully by default', async (_who, flags, bound, free) => {
    const strict = await aTrialOfHis({ ...flags, ...labels })
    const said = { is_blinded_partial: false, is_blinded_whole: false }
    expect(await fieldsOf(give(administrator, nurse(), body(bound, said, strict)))).toEqual([
      422,
      { is_blinded_whole: 'This trial requires the permission to be blinded' },
    ])
    expect((await give(administrator, nurse(), body(bound, {}, strict))).value).toMatchObject({
      is_blinded_whole: true,
    })
    const other = world.personId('monitor')
    expect((await give(administrator, other, body(free, {}, strict))).value).toMatchObject({
      is_blinded_whole: false,
    })
    const partial = { is_blinded_partial: true }
    const third = world.personId('pharmacist')
    expect((await give(administrator, third, body(bound, partial, strict))).value).toMatchObject(partial)
  })
})
