import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { insertPermission } from '../../../../../src/server/ground/db/user-permissions'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant } from '../../../../support/a-trial'
import { bystanderIn } from '../../../../support/access-world'
import { readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { filled } from '../../../../support/reads'
import { requestedReopening } from '../../../../support/requested-reopening'
import { saveWith, shownTo } from '../../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/* Calls that need a sign-in with the provider within the last five minutes (decision 0031). */

type CallName = keyof typeof api

const DECLARED = Object.entries<Endpoint>(api).flatMap(([name, { asks_fresh_sign_in }]) =>
  asks_fresh_sign_in === undefined ? [] : [name],
)

/** A call that needs a fresh sign-in, and its sender; an administrator where none is given. */
type Asking = { ids: Record<string, number>; body?: object; sender?: SampleAccountKey }

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
})
afterAll(() => world.stop())

const SYSTEM_ADMINISTRATOR = 1
const inSystem = { role_id: SYSTEM_ADMINISTRATOR, trial_id: null, site_id: null }

const someone = async () => bystanderIn(world, (await aTrial(world)).trial_id, 4)

/** Creates a user with a permission in the system. */
const systemUser = async () => {
  const { user_id } = await someone()
  const at = world.clock.now()
  const dates = { created_at: at, updated_at: at, ended_at: null }
  return { user_id, permission_id: await insertPermission(world.database.queries, { user_id, ...inSystem, ...dates }) }
}

/** A blinded person who may unblind, in a trial with one participant. */
const unblindable = async (is_unblinding_reauthenticated: boolean): Promise<Asking> => {
  const trial = await aTrial(world, { is_unblinding_reauthenticated })
  const { trial_id } = trial
  const blinded = { is_blinded_whole: true, is_unblind_authorized: true }
  await grant(world, { person: 'blinded-nurse', role: 'Trial user', trial_id, site_id: null, ...blinded })
  const nurse = await signedInAs(world, 'blinded-nurse')
  const drawn = await randomise(nurse, trial_id, { site_id: trial.sites[0]?.id })
  const participant_id = drawn.participants[0]?.id ?? 0
  return { ids: { trial_id, participant_id }, body: { comment: 'Severe bleeding' }, sender: 'blinded-nurse' }
}

const ASKING: Partial<Record<CallName, () => Promise<Asking>>> = {
  revealSeed: async () => {
    const { trial_id } = await aTrial(world, { status: 'finished' })
    return { ids: { trial_id }, body: { reason: 'The results are published' } }
  },
  requestTrialReopening: async () => {
    const { trial_id } = await aTrial(world, { status: 'finished' })
    return { ids: { trial_id }, body: { reason: 'Two sites still recruit' } }
  },
  reopenTrial: async () => {
    const { trial_id } = await aTrial(world, { status: 'finished' })
    return { ids: { trial_id }, body: { request_id: await requestedReopening(world, trial_id) } }
  },
  grantPermission: async () => ({ ids: await someone(), body: inSystem }),
  grantManyPermissions: async () => ({ ids: {}, body: [{ ...inSystem, user_id: (await someone()).user_id }] }),
  changePermission: async () => ({ ids: await systemUser(), body: { role_id: SYSTEM_ADMINISTRATOR } }),
  endPermission: async () => ({ ids: await systemUser() }),
  updateUser: async () => {
    const ids = await someone()
    return { ids, body: { name: 'A bystander', email: `moved-${ids.user_id}@example.org` } }
  },
  updateMe: async () => ({
    ids: {},
    body: { id: world.personId('monitor'), email: 'moved@example.org', selected_timezone: null },
    sender: 'monitor',
  }),
  unblindParticipant: () => unblindable(true),
  reportOfflineUnlock: async () => ({
    ids: {},
    body: { device_id: randomUUID(), event: 'pin_set', performed_at: world.clock.now(), wrong_tries: 0 },
  }),
}

/** A call with its key, which any session of its sender can send. */
const ready = async (name: string) => {
  const [, call] = Object.entries<Endpoint>(api).find(([one]) => one === name) ?? []
  const [, prepare] = Object.entries(ASKING).find(([one]) => one === name) ?? []
  if (!call || !prepare) throw new Error(`${name} is declared, and nothing shows how it asks`)
  const { ids, body, sender = 'administrator' } = await prepare()
  const key = randomUUID()
  const send = (who: SignedIn) =>
    who.fetch(filled(call.path, ids), {
      method: call.method,
      headers: { 'Idempotency-Key': key },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { call, send, sender, ids }
}

const codeOf = async (response: Response) =>
  response.ok ? null : v.parse(problem, JSON.parse(await response.text())).code

const entries = async () => {
  const rows = await world.database.queries.selectFrom('audit_log').select('id').execute()
  return rows.length
}

test('the contract declares the calls that ask for a fresh sign-in', () => {
  expect(DECLARED.toSorted()).toEqual(Object.keys(ASKING).toSorted())
})

describe.each(DECLARED)('%s', (name) => {
  it('is refused without a fresh sign-in, does nothing, and is performed once with the same key after one', async () => {
    const { call, send, sender } = await ready(name)
    const stale = await signedInAs(world, sender, false)
    const before = await entries()
    const answer = await send(stale)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'sign_in_not_fresh'])
    expect(await entries()).toBe(before)

    const fresh = await signedInAs(world, sender)
    expect((await send(fresh)).status).toBe(call.status)
    const after = await entries()
    expect(after).toBeGreaterThan(before)

    // The stored answer needs no fresh sign-in.
    const repeat = await send(stale)
    expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([call.status, 'true'])
    expect(await entries()).toBe(after)
  })
})

it('counts a fresh sign-in for less than five minutes', async () => {
  const [one, other] = [await ready('grantPermission'), await ready('grantPermission')]
  const administrator = await signedInAs(world, 'administrator')
  world.clock.step(5 * 60 - 1)
  expect((await one.send(administrator)).status).toBe(201)
  world.clock.step(1)
  expect(await codeOf(await other.send(administrator))).toBe('sign_in_not_fresh')
})

describe('without a fresh sign-in', () => {
  let stale: SignedIn
  beforeAll(async () => {
    stale = await signedInAs(world, 'administrator', false)
  })
  const sends = (path: string, method: string, body: object) =>
    stale.fetch(path, { method, body: JSON.stringify(body) })

  it('a permission in a trial is given, changed and ended', async () => {
    const { trial_id } = await aTrial(world)
    const { user_id } = await someone()
    const granted = await sends(`users/${user_id}/permissions`, 'POST', { role_id: 4, trial_id })
    const { id }: { id: number } = await granted.json()
    const changed = await sends(`users/${user_id}/permissions/${id}`, 'PUT', { role_id: 3 })
    const ended = await stale.fetch(`users/${user_id}/permissions/${id}`, { method: 'DELETE' })
    expect([granted.status, changed.status, ended.status]).toEqual([201, 200, 204])
  })

  it('the name and the time zone of a user are saved', async () => {
    const { user_id } = await someone()
    const { email }: { email: string } = await (await stale.fetch(`users/${user_id}`)).json()
    expect((await sends(`users/${user_id}`, 'PUT', { name: 'Another name', email })).status).toBe(200)
  })

  it('a participant is unblinded: an emergency waits for no provider unless the trial says so', async () => {
    const { ids, body, sender } = await unblindable(false)
    const nurse = await signedInAs(world, sender ?? 'blinded-nurse', false)
    const unblinding = filled(api.unblindParticipant.path, ids)
    const answer = await nurse.fetch(unblinding, { method: 'POST', body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
  })

  it('a person without the right is refused, and never asked to sign in again', async () => {
    const { send } = await ready('revealSeed')
    expect(await codeOf(await send(await signedInAs(world, 'nurse', false)))).toBe('not_found')
    const { send: give } = await ready('grantPermission')
    expect(await codeOf(await give(await signedInAs(world, 'nurse', false)))).toBe('forbidden')
  })
})

it('whether unblinding needs a fresh sign-in is a setting of the trial, off by default and in its history', async () => {
  const administrator = await signedInAs(world, 'administrator')
  const { trial_id } = await aTrial(world, { status: 'planning' })
  expect(await shownTo(administrator, trial_id)).toMatchObject({ is_unblinding_reauthenticated: false })
  await saveWith(administrator, trial_id, { is_unblinding_reauthenticated: true })
  expect(await shownTo(administrator, trial_id)).toMatchObject({ is_unblinding_reauthenticated: true })
  const { entries: chain } = await readChain(world.database.queries, trial_id)
  const change = { field: 'is_unblinding_reauthenticated', old: false, new: true }
  expect(chain.at(-1)).toMatchObject({ kind: 'trial_updated', changes: [change] })
})
