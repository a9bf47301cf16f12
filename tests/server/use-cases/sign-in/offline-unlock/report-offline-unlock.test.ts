import { reportOfflineUnlock } from '#contract/offline-unlock'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { posted } from '../../../../support/ask'
import { readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/* A device reports its person's PIN or passkey: recorded once, by a session of that person alone (decision 0071). */

const DEVICE = '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11'

let world: TestPortal
let nurse: SignedIn
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  nurse = await signedInAs(world, 'nurse')
})

const anUnlock = (changes: object = {}) => ({
  device_id: DEVICE,
  event: 'unlocked',
  performed_at: '2026-11-21T05:00:00.000Z',
  wrong_tries: 0,
  ...changes,
})

const report = async (body: object, { key = randomUUID(), who = nurse, headers = {} } = {}): Promise<number> =>
  (await who.fetch(reportOfflineUnlock.path, posted(body, { 'Idempotency-Key': key, ...headers }))).status

const entries = async () =>
  (await readChain(world.database.queries, 0)).entries.filter(({ kind }) => kind.includes('offline'))

describe('an unlock without network', () => {
  it('is in the audit log, with the device’s time, the time of arrival and the wrong tries before it', async () => {
    expect(await report(anUnlock({ wrong_tries: 2 }))).toBe(204)
    expect((await entries()).at(-1)).toMatchObject({
      kind: 'unlocked_offline',
      user_id: world.personId('nurse'),
      trial_id: null,
      created_at: world.clock.now(),
      description: `Amara Hughes unlocked a device offline after 2 wrong PINs, at 2026-11-21T05:00:00.000Z (device ${DEVICE})`,
    })
  })

  it('is recorded once when its answer was lost and the device sends it again', async () => {
    const key = randomUUID()
    const before = (await entries()).length
    expect(await report(anUnlock(), { key })).toBe(204)
    expect(await report(anUnlock(), { key })).toBe(204)
    expect((await entries()).length).toBe(before + 1)
  })

  it('from a device whose clock is ahead gets the server’s time, and says so', async () => {
    expect(await report(anUnlock({ performed_at: '2031-01-01T00:00:00.000Z' }))).toBe(204)
    expect((await entries()).at(-1)?.description).toContain(`at ${world.clock.now()}, the device’s clock was wrong`)
  })

  it('is refused after the session has ended', async () => {
    expect((await nurse.fetch('auth/logout', posted({}))).status).toBe(204)
    const before = (await entries()).length
    expect(await report(anUnlock())).toBe(401)
    expect((await entries()).length).toBe(before)
  })
})

it('that wrong PINs ended is in the audit log', async () => {
  expect(await report(anUnlock({ event: 'locked_out', wrong_tries: 5 }))).toBe(204)
  expect((await entries()).at(-1)).toMatchObject({
    kind: 'offline_unlock_ended',
    description: expect.stringContaining('can no longer unlock a device with a PIN after 5 wrong PINs'),
  })
})

it('that was tried with wrong PINs alone is in the audit log, and does not say who entered them', async () => {
  expect(await report(anUnlock({ event: 'wrong_pins', wrong_tries: 2 }))).toBe(204)
  expect((await entries()).at(-1)).toMatchObject({
    kind: 'offline_pins_wrong',
    description: `Amara Hughes has a device that stayed locked after 2 wrong PINs, at 2026-11-21T05:00:00.000Z (device ${DEVICE})`,
  })
})

describe('setting a PIN', () => {
  const aPin = anUnlock({ event: 'pin_set' })

  it('needs a fresh sign-in, so that a person who finds an open tablet sets none', async () => {
    const stale = await signedInAs(world, 'nurse', false)
    const before = (await entries()).length
    expect(await report(aPin, { who: stale })).toBe(403)
    expect((await entries()).length).toBe(before)
    expect(await report(anUnlock({ event: 'pin_removed' }), { who: stale })).toBe(204)
    expect((await entries()).at(-1)?.kind).toBe('offline_pin_removed')
  })

  it('is in the audit log', async () => {
    expect(await report(aPin)).toBe(204)
    expect((await entries()).at(-1)?.kind).toBe('offline_pin_set')
  })
})

describe('a passkey', () => {
  it('needs a fresh sign-in to be set, and is in the audit log when it is set, used and removed', async () => {
    const before = (await entries()).length
    const stale = await signedInAs(world, 'nurse', false)
    expect(await report(anUnlock({ event: 'passkey_set' }), { who: stale })).toBe(403)
    for (const event of ['passkey_set', 'unlocked_with_passkey', 'passkey_removed'])
      expect(await report(anUnlock({ event }))).toBe(204)
    const added = (await entries()).slice(before)
    expect(added.map(({ kind }) => kind)).toEqual([
      'offline_passkey_set',
      'unlocked_offline',
      'offline_passkey_removed',
    ])
    expect(added[1]?.description).toContain('Amara Hughes unlocked a device offline with a passkey, at ')
  })
})

it.each([
  [{ device_id: '12' }],
  [{ event: 'opened' }],
  [{ performed_at: 'yesterday' }],
  [{ wrong_tries: 6 }],
  [{ wrong_tries: -1 }],
  [{ pin: '481502' }],
  [{ credential_id: 'AQID' }],
])('is refused as %j, and takes neither PIN nor passkey', async (changes) => {
  const before = (await entries()).length
  expect(await report(anUnlock(changes))).toBe(422)
  expect((await entries()).length).toBe(before)
})
