import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodeProtectedHeader } from 'jose'
import { rotateSigningKeys } from '../../../../src/server/doors/jobs/rotate-signing-keys'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* The key that signs sessions is replaced after 30 days without signing anybody out (decision 0038). */

const HOUR = 3600
const DAY = 24 * HOUR

let world: TestPortal
beforeEach(async () => {
  world = await testPortal({ environment: { SESSION_HOURS: '24' } })
})
afterEach(() => world.stop())

const keys = async () =>
  (await world.database.queries.selectFrom('signing_keys').select('kid').orderBy('created_at').execute()).map(
    ({ kid }) => kid,
  )
const signedBy = ({ token }: SignedIn) => decodeProtectedHeader(token).kid
const mayAsk = async (who: SignedIn) => (await who.fetch('auth/me')).status
const entries = async () =>
  world.database.queries
    .selectFrom('audit_log')
    .select('changes')
    .where('kind', '=', 'signing_keys_replaced')
    .orderBy('id')
    .execute()

describe('the key that signs sessions', () => {
  test('stays for 30 days', async () => {
    world.clock.step(30 * DAY - 1)
    await rotateSigningKeys(world.context)
    expect(await keys()).toHaveLength(1)
    expect(await entries()).toEqual([])
  })

  test('is replaced after that by one that signs an hour later, in every process at the same moment', async () => {
    const beside = await testPortal({ beside: world })
    try {
      world.clock.step(30 * DAY)
      await rotateSigningKeys(world.context)
      const [first, second] = await keys()
      world.clock.step(HOUR - 1)
      for (const place of [world, beside]) {
        await place.context.tokens.refreshKeys(world.clock.now())
        expect(signedBy(await signedInAs(place, 'nurse'))).toBe(first)
      }
      world.clock.step(1)
      for (const place of [world, beside]) {
        await place.context.tokens.refreshKeys(world.clock.now())
        expect(signedBy(await signedInAs(place, 'nurse'))).toBe(second)
      }
      expect(await entries()).toEqual([{ changes: [{ field: 'signing_key', old: null, new: second }] }])
    } finally {
      await beside.stop()
    }
  })

  test('signs nobody out: a token of the earlier key counts until it ends, and the key goes after the last of them', async () => {
    world.clock.step(30 * DAY)
    await rotateSigningKeys(world.context)
    world.clock.step(HOUR - 1)
    const nurse = await signedInAs(world, 'nurse')
    const [first, second] = await keys()
    expect(signedBy(nurse)).toBe(first)
    world.clock.step(DAY - 60)
    await rotateSigningKeys(world.context)
    expect(await mayAsk(nurse)).toBe(200)
    world.clock.step(2 * HOUR)
    await rotateSigningKeys(world.context)
    expect(await keys()).toEqual([second])
    expect(await mayAsk(nurse)).toBe(401)
    expect((await entries()).at(-1)).toEqual({ changes: [{ field: 'signing_key', old: first, new: null }] })
    expect(await mayAsk(await signedInAs(world, 'nurse'))).toBe(200)
  })

  /** A nurse whose token is the first that this process signs by a new key. */
  const signedInByNewKey = async () => {
    world.clock.step(30 * DAY)
    await rotateSigningKeys(world.context)
    world.clock.step(HOUR)
    await world.context.tokens.refreshKeys(world.clock.now())
    const nurse = await signedInAs(world, 'nurse')
    expect(signedBy(nurse)).toBe((await keys())[1])
    return nurse
  }

  const statusAt = async ({ url }: TestPortal, { token }: SignedIn): Promise<number> =>
    (await fetch(`${url}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } })).status

  test('of another process is known at the first token that it signed', async () => {
    const beside = await testPortal({ beside: world })
    try {
      const nurse = await signedInByNewKey()
      expect(await statusAt(beside, nurse)).toBe(200)
    } finally {
      await beside.stop()
    }
  })

  test('of another process is known to a process whose clock was a year ahead', async () => {
    const clock = stoppedClock()
    const beside = await testPortal({ beside: world, clock })
    try {
      clock.step(365 * DAY)
      await fetch(`${beside.url}/api/v1/auth/me`)
      clock.step(-365 * DAY)
      const nurse = await signedInByNewKey()
      clock.step(30 * DAY + HOUR)
      expect(await statusAt(beside, nurse)).toBe(200)
    } finally {
      await beside.stop()
    }
  })

  test('is made once by two processes at the same hour', async () => {
    world.clock.step(31 * DAY)
    await Promise.all([rotateSigningKeys(world.context), rotateSigningKeys(world.context)])
    expect(await keys()).toHaveLength(2)
  })
})
