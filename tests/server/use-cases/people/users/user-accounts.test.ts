import { getMe, updateMe } from '#contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { ask, posted } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { entriesOf, extend, refusalIn, setActive, shown, update } from './user-calls'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const expiresAt = (id: number, expires_at: string | null) =>
  world.database.queries.updateTable('users').set({ expires_at }).where('id', '=', id).execute()

describe('the profile of a user', () => {
  test.each<[string, object, Record<string, string>]>([
    ['without a name', { email: 'new@example.org' }, { name: 'This field is required' }],
    ['without an address', { name: 'Nurse' }, { email: 'This field is required' }],
    [
      'with the address of another',
      { name: 'Nurse', email: 'Coordinator@example.org' },
      { email: 'This email address is already in use' },
    ],
    [
      'with a zone that is not supported',
      { name: 'Nurse', email: 'n@example.org', selected_timezone: 'Nowhere' },
      { selected_timezone: 'This time zone is not supported' },
    ],
  ])('%s is refused', async (_says, sent, fields) => {
    const before = (await shown(administrator, world.personId('nurse'))).value
    expect(refusalIn(await update(administrator, world.personId('nurse'), sent))).toEqual([422, fields])
    expect((await shown(administrator, world.personId('nurse'))).value).toEqual(before)
  })

  test('of a missing user is not found; and only people who manage users save one', async () => {
    const sent = { name: 'A', email: 'a@example.org' }
    expect(refusalIn(await update(administrator, 999_999, sent))).toEqual([404, 'not_found'])
    const coordinator = await signedInAs(world, 'coordinator')
    expect(refusalIn(await update(coordinator, world.personId('nurse'), sent))).toEqual([403, 'forbidden'])
  })

  test('is saved as GET answered it, with its changes recorded', async () => {
    const id = world.personId('monitor')
    const before = (await shown(administrator, id)).value
    const sent = { ...before, name: 'Ingrid S.', email: 'ingrid@example.org', selected_timezone: 'Europe/Oslo' }
    const saved = await update(administrator, id, sent)
    expect(saved.value).toEqual(sent)
    expect(await entriesOf(world, 'user_updated')).toEqual([
      {
        kind: 'user_updated',
        user_id: world.personId('administrator'),
        role: 'System administrator',
        trial_id: null,
        changes: [
          { field: 'name', old: before?.name, new: 'Ingrid S.' },
          { field: 'email', old: 'monitor@example.org', new: 'ingrid@example.org' },
          { field: 'selected_timezone', old: before?.selected_timezone ?? null, new: 'Europe/Oslo' },
        ],
      },
    ])
    await update(administrator, id, { name: 'Ingrid S.', email: 'ingrid@example.org' })
    expect((await shown(administrator, id)).value?.selected_timezone).toBe('Europe/Oslo')
    expect(await entriesOf(world, 'user_updated')).toHaveLength(1)
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })

  test('is not saved over an address that its sender has not seen; another field is', async () => {
    const id = world.personId('unblinder')
    const { name, email, selected_timezone } = (await shown(administrator, id)).value ?? {}
    const corrected = { name, email: 'corrected@example.org', selected_timezone, seen_email: email }
    expect((await update(administrator, id, corrected)).status).toBe(200)
    const old = { name: 'Another name', email, selected_timezone, seen_email: email }
    expect(refusalIn(await update(administrator, id, old))).toEqual([409, 'address_changed_meanwhile'])
    const unblinder = await signedInAs(world, 'unblinder')
    const own = { id, email, selected_timezone: 'Europe/Oslo', seen_email: email }
    const answer = await ask(unblinder, updateMe.response, updateMe.path, { ...posted(own), method: 'PUT' })
    expect(refusalIn(answer)).toEqual([409, 'address_changed_meanwhile'])
    expect((await shown(administrator, id)).value).toMatchObject({ name, email: corrected.email, selected_timezone })
    // Both wrote the same address.
    expect((await update(administrator, id, { ...corrected, name: 'Another name' })).status).toBe(200)
    await update(administrator, id, { name, email, selected_timezone })
  })

  test('ignores fields that cannot be written: nobody is raised by it', async () => {
    const id = world.personId('nurse')
    const before = (await shown(administrator, id)).value
    const { value } = await update(administrator, id, { ...before, max_level: 4, is_active: false, expires_at: null })
    expect([value?.max_level, value?.is_active]).toEqual([before?.max_level, true])
  })
})

describe('one’s own profile', () => {
  const save = (who: SignedIn, body: unknown) =>
    ask(who, updateMe.response, 'auth/me/update', { ...posted(body), method: 'PUT' })

  test('accepts address and zone, and leaves the name', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const me = (await ask(nurse, getMe.response, 'auth/me')).value
    const sent = { ...me, name: 'Somebody else', email: 'nurse.new@example.org', selected_timezone: 'Asia/Tokyo' }
    const saved = (await save(nurse, sent)).value
    expect(saved).toEqual({ ...sent, name: me?.name })
    expect((await ask(nurse, getMe.response, 'auth/me')).value).toEqual(saved)
    expect((await entriesOf(world, 'user_updated')).at(-1)).toMatchObject({
      user_id: world.personId('nurse'),
      role: null,
      changes: [
        { field: 'email', old: 'nurse@example.org', new: 'nurse.new@example.org' },
        { field: 'selected_timezone', old: me?.selected_timezone ?? null, new: 'Asia/Tokyo' },
      ],
    })
  })

  test('is nobody else’s', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const sent = { id: world.personId('coordinator'), email: 'mine@example.org', selected_timezone: null }
    expect(refusalIn(await save(nurse, sent))).toEqual([403, 'forbidden'])
    expect((await shown(administrator, world.personId('coordinator'))).value?.email).toBe('coordinator@example.org')
  })

  test('without an address is refused', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const sent = { id: world.personId('nurse'), email: '' }
    expect(refusalIn(await save(nurse, sent))).toEqual([422, { email: 'This field is required' }])
  })

  test('retains a zone that is no longer supported', async () => {
    const id = world.personId('unblinder')
    const users = world.database.queries.updateTable('users').set({ selected_timezone: 'Asia/Gone' })
    await users.where('id', '=', id).execute()
    const unblinder = await signedInAs(world, 'unblinder')
    const sent = { id, email: 'unblinder2@example.org', selected_timezone: 'Asia/Gone' }
    expect((await save(unblinder, sent)).value).toMatchObject({ selected_timezone: 'Asia/Gone' })
  })
})

describe('an account', () => {
  test('that is marked inactive is refused at once, and no session of it is revived when it is active again', async () => {
    const id = world.personId('pharmacist')
    const sessions = [await signedInAs(world, 'pharmacist'), await signedInAs(world, 'pharmacist')]
    expect((await setActive(administrator, id, false)).value?.is_active).toBe(false)
    for (const session of sessions)
      expect(refusalIn(await ask(session, getMe.response, 'auth/me'))).toEqual([401, 'account_inactive'])
    await setActive(administrator, id, false)
    expect((await setActive(administrator, id, true)).value?.is_active).toBe(true)
    for (const session of sessions)
      expect(refusalIn(await ask(session, getMe.response, 'auth/me'))).toEqual([401, 'token_revoked'])
    const later = await signedInAs(world, 'pharmacist')
    expect((await ask(later, getMe.response, 'auth/me')).status).toBe(200)
    expect(await entriesOf(world, 'user_activated', 'user_deactivated')).toMatchObject([
      {
        kind: 'user_deactivated',
        changes: [
          { field: 'is_active', old: true, new: false },
          { field: 'sessions_ended', old: null, new: sessions.length },
        ],
      },
      { kind: 'user_activated', changes: [{ field: 'is_active', old: false, new: true }] },
    ])
  })

  test('nobody marks their own inactive', async () => {
    expect(refusalIn(await setActive(administrator, world.personId('administrator'), false))).toEqual([
      403,
      'own_account',
    ])
    expect((await setActive(administrator, world.personId('administrator'), true)).status).toBe(200)
  })

  test.each<[unknown]>([['no'], [null], [undefined]])('%s is no activation status', async (is_active) => {
    expect((await setActive(administrator, world.personId('nurse'), is_active)).status).toBe(422)
  })

  test('that has expired is refused at once, and accepted with a new session when it is extended: to a year from now', async () => {
    const id = world.personId('pharmacist')
    const pharmacist = await signedInAs(world, 'pharmacist')
    await expiresAt(id, world.clock.now())
    expect(refusalIn(await ask(pharmacist, getMe.response, 'auth/me'))).toEqual([401, 'account_expired'])
    expect((await shown(administrator, id)).value?.is_expired).toBe(true)
    const extended = (await extend(administrator, id)).value
    expect([extended?.is_expired, extended?.expires_at]).toEqual([false, '2027-11-21T05:03:00.000Z'])
    expect(refusalIn(await ask(pharmacist, getMe.response, 'auth/me'))).toEqual([401, 'token_revoked'])
    const later = await signedInAs(world, 'pharmacist')
    expect((await ask(later, getMe.response, 'auth/me')).status).toBe(200)
    expect(await entriesOf(world, 'user_extended')).toMatchObject([
      {
        changes: [
          { field: 'expires_at', old: world.clock.now(), new: '2027-11-21T05:03:00.000Z' },
          { field: 'sessions_ended', old: null, new: expect.any(Number) },
        ],
      },
    ])
  })

  test('that is extended before it expires retains its sessions', async () => {
    const id = world.personId('unblinder')
    const unblinder = await signedInAs(world, 'unblinder')
    await expiresAt(id, '2026-12-24T00:00:00.000Z')
    expect((await extend(administrator, id)).value?.expires_at).toBe('2027-11-21T05:03:00.000Z')
    expect((await ask(unblinder, getMe.response, 'auth/me')).status).toBe(200)
  })

  test('is never shortened by an extension', async () => {
    const id = world.personId('nurse')
    for (const expiry of [null, '2030-01-01T00:00:00.000Z']) {
      await expiresAt(id, expiry)
      expect((await extend(administrator, id)).value?.expires_at).toBe(expiry)
    }
    expect(await entriesOf(world, 'user_extended')).toHaveLength(2)
  })

  test('is not ended by it, and extended only by people who manage users', async () => {
    const id = world.personId('nurse')
    const fault = { is_expired: 'Must be false: an account can only be extended' }
    expect(refusalIn(await extend(administrator, id, { is_expired: true }))).toEqual([422, fault])
    const coordinator = await signedInAs(world, 'coordinator')
    expect(refusalIn(await extend(coordinator, id))).toEqual([403, 'forbidden'])
    expect(refusalIn(await setActive(coordinator, id, false))).toEqual([403, 'forbidden'])
    expect(refusalIn(await extend(administrator, 999_999))).toEqual([404, 'not_found'])
  })
})
