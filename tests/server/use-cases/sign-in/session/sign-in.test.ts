import { API_BASE } from '#contract/api-address'
import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPortal, type TestPortal } from '../../../../support/portal'
import {
  exchange,
  redirectPath,
  refOf,
  returnedFrom,
  signedInThrough,
  type SignedIn,
} from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const emailOf = async (person: SignedIn) => {
  const me: { email: string } = await (await person.fetch('auth/me')).json()
  return me.email
}
const codeOf = ({ text }: { text: string }) => {
  const problem: { code: string } = JSON.parse(text)
  return problem.code
}
const tokenOf = ({ text }: { text: string }) => {
  const answer: { token: string; expires_at: string } = JSON.parse(text)
  return answer
}

describe('a sign-in that comes back changed', () => {
  it('fails with a forged state for which no sign-in was begun', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('google')}`)
    const page = await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?code=stolen&state=forged`)
    expect(page.status).toBe(302)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=ref_invalid`)
  })

  it('fails at the callback in another browser', async () => {
    const [mine, other] = [webBrowser(), webBrowser()]
    await mine.go(`${world.url}${redirectPath('sso')}`)
    await other.go(`${world.url}${redirectPath('sso')}`)
    const state = new URL(mine.trail()[1] ?? '').searchParams.get('state') ?? ''
    const callback = `${world.url}${API_BASE}/auth/ping/callback?code=x&state=${state}`
    await other.ask(callback)
    const [attempt] = await world.context.database.queries
      .selectFrom('sign_in_attempts')
      .select('returned_at')
      .where('state_hash', '=', createHash('sha256').update(state).digest())
      .execute()
    expect(attempt).toEqual({ returned_at: null })
    const page = await other.ask(callback)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=ref_invalid`)
  })

  it('fails when the callback is opened a second time', async () => {
    const browser = webBrowser()
    await returnedFrom(world, 'sso', 'nurse', browser)
    const callback = browser.trail().find((address) => address.includes('/callback?')) ?? ''
    const page = await browser.ask(callback)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=ref_invalid`)
  })

  it('fails when the provider refuses, on the return page of that provider', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('linkedin')}`)
    const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', iss: `${world.url}/idp`, session_state: 'x' })
    const page = await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?${query.toString()}`)
    expect(page.headers.get('Location')).toBe(`${world.url}/linkedin-return?error=provider_refused`)
  })

  it('fails with a code that the provider did not issue', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('aaf')}`)
    const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, code: 'made-up', iss: `${world.url}/idp` })
    const page = await browser.ask(`${world.url}${API_BASE}/auth/aaf/callback?${query.toString()}`)
    expect(page.headers.get('Location')).toBe(`${world.url}/aaf-return?error=provider_refused`)
  })

  it('fails half an hour and a second after it began', async () => {
    const browser = webBrowser()
    await browser.go(`${world.url}${redirectPath('sso')}`)
    const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
    world.clock.step(30 * 60 + 1)
    const page = await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?code=x&state=${state}`)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=ref_invalid`)
  })
})

describe('a REF', () => {
  it('that was never issued is refused', async () => {
    const browser = webBrowser()
    await returnedFrom(world, 'sso', 'nurse', browser)
    const answer = await exchange(world, 'sso', 'x'.repeat(43), browser)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'ref_invalid'])
  })

  it('is refused in a browser that did not begin it, and still works in the one that did', async () => {
    const [mine, other] = [webBrowser(), webBrowser()]
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', mine))
    await other.go(`${world.url}${redirectPath('sso')}`)
    expect(codeOf(await exchange(world, 'sso', ref, other))).toBe('ref_invalid')
    expect(codeOf(await exchange(world, 'sso', ref, webBrowser()))).toBe('ref_invalid')
    expect((await exchange(world, 'sso', ref, mine)).status).toBe(200)
  })

  it('is refused from any provider but its own', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    expect(codeOf(await exchange(world, 'google', ref, browser))).toBe('ref_invalid')
    expect(codeOf(await exchange(world, 'aaf', ref, browser))).toBe('ref_invalid')
  })

  it('is refused after two minutes', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    world.clock.step(121)
    expect(codeOf(await exchange(world, 'sso', ref, browser))).toBe('ref_invalid')
  })

  it('gives the same token again for ten seconds, and nothing later', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    const first = await exchange(world, 'sso', ref, browser)
    world.clock.step(10)
    expect((await exchange(world, 'sso', ref, browser)).text).toBe(first.text)
    world.clock.step(1)
    expect(codeOf(await exchange(world, 'sso', ref, browser))).toBe('ref_invalid')
  })

  it('gives one session to two exchanges at once', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    const both = await Promise.all([exchange(world, 'sso', ref, browser), exchange(world, 'sso', ref, browser)])
    expect(both[0]?.status).toBe(200)
    expect(both[1]?.text).toBe(both[0]?.text)
  })

  it.each([
    ['identity_unknown', { issuer: 'https://elsewhere.example.org' }, {}],
    ['account_inactive', {}, { is_active: false }],
    ['account_expired', {}, { expires_at: '2026-11-21T00:00:00.000Z' }],
  ])('of a person who may not sign in says %s', async (code, profile, user) => {
    const { queries } = world.context.database
    const id = world.personId('monitor')
    const before = await queries.selectFrom('user_profiles').selectAll().where('user_id', '=', id).execute()
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'monitor', browser))
    await queries
      .updateTable('user_profiles')
      .set({ idp: 'sso', ...profile })
      .where('user_id', '=', id)
      .execute()
    await queries
      .updateTable('users')
      .set({ is_active: true, ...user })
      .where('id', '=', id)
      .execute()

    const answer = await exchange(world, 'sso', ref, browser)
    expect([answer.status, codeOf(answer)]).toEqual([401, code])

    const issuer = before[0]?.issuer ?? ''
    await queries.updateTable('user_profiles').set({ issuer }).where('user_id', '=', id).execute()
    await queries.updateTable('users').set({ is_active: true, expires_at: null }).where('id', '=', id).execute()
    expect((await exchange(world, 'sso', ref, browser)).status).toBe(200)
  })
})

describe('the way to a provider', () => {
  it('uses PKCE, state and nonce, and marks the browser for the way back', async () => {
    const browser = webBrowser()
    const page = await browser.ask(`${world.url}${redirectPath('google')}`)
    const { pathname, searchParams } = new URL(page.headers.get('Location') ?? '')
    expect(pathname).toBe('/idp/auth')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: `${world.url}${API_BASE}/auth/ping/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(browser.cookieLines()[0]).toMatch(
      /^equipoise_sign_in=[\w-]{43}; Max-Age=1800; Path=\/api\/v1\/auth; HttpOnly; SameSite=Lax$/,
    )
    expect(page.headers.get('X-Api')).toBe('equipoise/1')
  })

  it('stores secrets of the browser as hashes alone', async () => {
    const browser = webBrowser()
    const returned = await returnedFrom(world, 'sso', 'nurse', browser)
    const stored = await world.context.database.queries.selectFrom('sign_in_attempts').selectAll().execute()
    const values = stored
      .flatMap((row) => Object.values(row))
      .map((value) => Buffer.from(typeof value === 'boolean' ? '' : (value ?? '')).toString('latin1'))
    const cookie = browser.cookieLines()[0]?.match(/=([\w-]{43});/)?.[1] ?? 'no cookie'
    for (const secret of [refOf(returned), cookie]) {
      expect(values).not.toContain(secret)
      expect(values).toContain(createHash('sha256').update(secret).digest().toString('latin1'))
    }
  })

  it('uses the public address where this machine was asked under another name', async () => {
    const port = new URL(world.url).port
    const page = await webBrowser().ask(`http://127.0.0.1:${port}${redirectPath('linkedin')}`)
    expect(page.headers.get('Location')).toBe(`${world.url}${redirectPath('linkedin')}`)
  })

  it.each(['myspace', ''])('refuses the provider "%s", which does not exist', async (idp) => {
    const page = await webBrowser().ask(`${world.url}${API_BASE}/auth/ping/redirect?idp=${idp}`)
    expect([page.status, codeOf(page)]).toEqual([422, 'validation_failed'])
  })

  it('lets two tabs of one browser sign in at once', async () => {
    const browser = webBrowser()
    const one = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    const two = refOf(await returnedFrom(world, 'google', 'nurse', browser))
    expect((await exchange(world, 'sso', one, browser)).status).toBe(200)
    expect((await exchange(world, 'google', two, browser)).status).toBe(200)
  })
})

describe('signing in', () => {
  it.each(IDENTITY_PROVIDERS)('works through $id', async ({ id, returns_to }) => {
    const browser = webBrowser()
    const returned = await returnedFrom(world, id, 'nurse', browser)
    expect(returned.pathname).toBe(returns_to.replace('{university}', 'university'))
    const answer = await exchange(world, id, refOf(returned), browser)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { expires_at } = tokenOf(answer)
    expect(Date.parse(expires_at) - Date.parse(world.clock.now())).toBe(12 * 60 * 60 * 1000)
  })

  it('forgets the former person, also in the same browser', async () => {
    const browser = webBrowser()
    expect(await emailOf(await signedInThrough(world, 'sso', 'nurse', browser))).toBe('nurse@example.org')
    expect(await emailOf(await signedInThrough(world, 'sso', 'unblinder', browser))).toBe('unblinder@example.org')
  })

  it('is recorded', async () => {
    await signedInThrough(world, 'aaf', 'pharmacist')
    const entry = await world.context.database.queries
      .selectFrom('audit_log')
      .select(['kind', 'description', 'user_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const user_id = world.personId('pharmacist')
    expect(entry).toEqual({ kind: 'signed_in', description: 'Marco Bellini signed in (Academic federation)', user_id })
  })
})
