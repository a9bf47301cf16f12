import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, signedInThrough } from '../../../../support/sign-in'

let world: TestPortal
let second: TestPortal
beforeAll(async () => {
  world = await testPortal()
  second = await testPortal({ beside: world })
})
afterAll(async () => {
  await second.stop()
  await world.stop()
})

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The status, code and refreshed token that a header gets, in one of the processes. */
const ask = async (authorization: string | null, portal = world) => {
  const headers = authorization === null ? {} : { Authorization: authorization }
  const response = await fetch(`${portal.url}/api/v1/auth/me`, { headers })
  const answer: { code?: string } = await response.json()
  return { status: response.status, code: answer.code, refreshed: response.headers.get('X-Refreshed-Token') }
}
const codeOf = async (token: string, portal = world) => (await ask(`Bearer ${token}`, portal)).code ?? 'signed in'

const flipped = (part: string) => (part.endsWith('A') ? `${part.slice(0, -1)}B` : `${part.slice(0, -1)}A`)
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token that none of our keys signed', () => {
  const forge: Record<string, (token: string) => Promise<string> | string> = {
    'is no token': () => 'abc',
    'has an altered payload': (token) => {
      const [header, , signature] = token.split('.')
      return [header, encoded({ ...decodeJwt(token), sub: '1' }), signature].join('.')
    },
    'has an altered signature': (token) => {
      const [header, payload, signature = ''] = token.split('.')
      return [header, payload, flipped(signature.slice(0, -2)) + signature.slice(-2)].join('.')
    },
    'has no signature': (token) => token.split('.').slice(0, 2).concat('').join('.'),
    'says alg none': (token) => new UnsecuredJWT({ ...decodeJwt(token) }).encode(),
    'says alg none beside our signature': (token) => {
      const [, payload, signature] = token.split('.')
      return [encoded({ ...decodeProtectedHeader(token), alg: 'none' }), payload, signature].join('.')
    },
    'is signed HS256 with our public key': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const stored = await world.context.database.queries
        .selectFrom('signing_keys')
        .select('public_jwk')
        .executeTakeFirstOrThrow()
      const secret = new TextEncoder().encode(JSON.stringify(stored.public_jwk))
      return new SignJWT({ ...decodeJwt(token) }).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
    },
    'is signed with another key under our key id': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const { privateKey } = await generateKeyPair('EdDSA')
      return new SignJWT({ ...decodeJwt(token) }).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
    },
    'is signed with a foreign key': async (token) => {
      const { privateKey } = await generateKeyPair('EdDSA')
      return new SignJWT({ ...decodeJwt(token) }).setProtectedHeader({ alg: 'EdDSA', kid: 'foreign' }).sign(privateKey)
    },
    'brings its own key': async (token) => {
      const { privateKey, publicKey } = await generateKeyPair('EdDSA')
      const header = { alg: 'EdDSA', jwk: await exportJWK(publicKey) }
      return new SignJWT({ ...decodeJwt(token) }).setProtectedHeader(header).sign(privateKey)
    },
  }

  it.each(Object.entries(forge))('%s', async (_, make) => {
    const { token } = await signedInAs(world, 'nurse')
    expect(await codeOf(token)).toBe('signed in')
    expect(await codeOf(await make(token))).toBe('token_invalid')
  })

  it.each([
    [null, 'no_token'],
    ['', 'no_token'],
    ['Basic bnVyc2U6', 'token_invalid'],
    ['Bearer', 'token_invalid'],
    ['Bearer a b', 'token_invalid'],
  ])('the header %j is %s', async (header, code) => {
    expect(await ask(header)).toMatchObject({ status: 401, code })
  })
})

describe('a token', () => {
  it('names the person, the session, and its beginning and end', async () => {
    const { token } = await signedInAs(world, 'nurse')
    const now = Date.parse(world.clock.now()) / 1000
    expect(decodeJwt(token)).toEqual({
      iss: world.url,
      sub: String(world.personId('nurse')),
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: now,
      exp: now + 12 * HOUR,
      auth_time: now,
    })
  })

  it('expires to the second', async () => {
    const { token } = await signedInAs(world, 'nurse')
    world.clock.step(12 * HOUR - 1)
    expect(await codeOf(token)).toBe('signed in')
    world.clock.step(1)
    expect(await codeOf(token)).toBe('token_expired')
  })

  it('is renewed once a tenth of its life is over', async () => {
    const { token } = await signedInAs(world, 'nurse')
    world.clock.step(72 * MINUTE - 1)
    expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 200, refreshed: null })
    world.clock.step(1)
    const { refreshed } = await ask(`Bearer ${token}`)
    expect(decodeJwt(refreshed ?? '').exp).toBe((decodeJwt(token).exp ?? 0) + 72 * MINUTE)
    expect(await ask(`Bearer ${refreshed}`)).toMatchObject({ status: 200, refreshed: null })
  })

  it('is never renewed past 24 hours from the sign-in itself', async () => {
    let { token } = await signedInAs(world, 'nurse')
    const end = (decodeJwt(token).iat ?? 0) + 24 * HOUR
    for (let hour = 0; hour < 24; hour += 1) {
      const { status, refreshed } = await ask(`Bearer ${token}`)
      expect(status).toBe(200)
      token = refreshed ?? token
      expect(decodeJwt(token).exp).toBeLessThanOrEqual(end)
      world.clock.step(HOUR)
    }
    expect(decodeJwt(token).exp).toBe(end)
    expect(await codeOf(token)).toBe('token_expired')
  })

  it('of one process is valid in every other of the same database', async () => {
    const { token } = await signedInThrough(world, 'sso', 'nurse')
    expect(await codeOf(token, second)).toBe('signed in')
  })
})

describe('signing out', () => {
  it('is refused to a person who is not signed in', async () => {
    const response = await fetch(`${world.url}/api/v1/auth/logout`, { method: 'POST' })
    expect(response.status).toBe(401)
  })

  it('ends the token and every renewal of it at once, in every process', async () => {
    const nurse = await signedInAs(world, 'nurse')
    world.clock.step(2 * HOUR)
    const { refreshed } = await ask(`Bearer ${nurse.token}`, second)
    expect(await codeOf(refreshed ?? '', second)).toBe('signed in')

    const answer = await nurse.fetch('auth/logout', { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    for (const portal of [world, second]) {
      expect(await codeOf(nurse.token, portal)).toBe('token_revoked')
      expect(await codeOf(refreshed ?? '', portal)).toBe('token_revoked')
      expect((await ask(`Bearer ${refreshed}`, portal)).refreshed).toBeNull()
    }
  })

  it('leaves the other sessions of the same person alone, and is recorded', async () => {
    const [tablet, desk] = [await signedInAs(world, 'nurse'), await signedInAs(world, 'nurse')]
    await tablet.fetch('auth/logout', { method: 'POST' })
    expect(await codeOf(desk.token)).toBe('signed in')
    const entry = await world.context.database.queries
      .selectFrom('audit_log')
      .select(['kind', 'user_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(entry).toEqual({ kind: 'signed_out', user_id: world.personId('nurse') })
  })
})

describe('an account that is closed', () => {
  it.each([
    ['account_inactive', { is_active: false }],
    ['account_expired', { expires_at: '2026-11-21T05:03:00.000Z' }],
  ])('is refused at once with %s', async (code, change) => {
    const { token } = await signedInAs(world, 'monitor')
    const { queries } = world.context.database
    const id = world.personId('monitor')
    expect(await codeOf(token)).toBe('signed in')
    await queries.updateTable('users').set(change).where('id', '=', id).execute()
    expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 401, code, refreshed: null })
    await queries.updateTable('users').set({ is_active: true, expires_at: null }).where('id', '=', id).execute()
    expect(await codeOf(token)).toBe('signed in')
  })
})
