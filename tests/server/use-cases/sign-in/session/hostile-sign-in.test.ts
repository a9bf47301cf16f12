import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '../../../../../src/server/doors/http/http-server'
import { plainRequest } from '../../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, redirectPath, refOf, returnedFrom, signedInAs } from '../../../../support/sign-in'
import { webBrowser, type Page, type WebBrowser } from '../../../../support/web-browser'
import { invite, invited, sentTokens } from '../identity/invitation-calls'

/*
 * Attacks on sign-in: to act as another person, or to make another person act as the attacker. Forged tokens are in
 * tokens.test.ts.
 */

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
let world: TestPortal
beforeAll(async () => {
  world = await testPortal({ environment: { DATA_DIR: folder } })
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

const codeOf = ({ text }: Page) => v.parse(problem, JSON.parse(text)).code
const cookieOf = (browser: WebBrowser) =>
  /^(?:__Host-)?equipoise_sign_in=([\w-]{43});/.exec(browser.cookieLines()[0] ?? '')?.[1] ?? ''
const withCookie = (secret: string) => webBrowser({ Cookie: `equipoise_sign_in=${secret}` })

describe('an invitation that was guessed, changed or read too late', () => {
  /** The answer without its request id. */
  const answerTo = async (token: string) => {
    const query = new URLSearchParams({ token }).toString()
    const { status, text, headers } = await plainRequest(world, `${api.showAssociation.path}?${query}`)
    return { status, text: text.replace(/"request_id":"[^"]+"/, ''), length: headers.get('Content-Length') }
  }

  it('gets the same answer whatever is wrong with it, and signs nobody in', async () => {
    const administrator = await signedInAs(world, 'administrator')
    const pharmacist = world.personId('pharmacist')
    const { queries } = world.context.database
    const replaced = await invited(world, administrator, pharmacist)
    const used = await invited(world, administrator, world.personId('monitor'))
    await queries
      .updateTable('association_tokens')
      .set({ ended_at: world.clock.now() })
      .where('user_id', '=', world.personId('monitor'))
      .execute()
    const late = await invited(world, administrator, world.personId('unblinder'))
    await queries
      .updateTable('association_tokens')
      .set({ expires_at: world.clock.now() })
      .where('user_id', '=', world.personId('unblinder'))
      .execute()
    const closed = await invited(world, administrator, world.personId('coordinator'))
    await queries
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', world.personId('coordinator'))
      .execute()
    const usable = await invited(world, administrator, pharmacist)
    expect((await answerTo(usable)).status).toBe(200)

    const wrong = {
      unknown: 'x'.repeat(43),
      replaced,
      used,
      late,
      closed,
      shortened: usable.slice(0, -1),
      lengthened: `${usable}A`,
      'in other letters': usable.toLowerCase() === usable ? usable.toUpperCase() : usable.toLowerCase(),
      'its hash': Buffer.from(usable).toString('hex'),
      SQL: `'or'1'='1`,
    }
    const answers = await Promise.all(Object.values(wrong).map(answerTo))
    expect(answers[0]).toMatchObject({ status: 404, text: expect.stringContaining('association_token_invalid') })
    expect(answers).toEqual(answers.map(() => answers[0]))

    for (const [fault, token] of Object.entries(wrong)) {
      const browser = webBrowser()
      const ref = refOf(await returnedFrom(world, 'sso', 'blinded-nurse', browser))
      const answer = await exchange(world, 'sso', ref, browser, token)
      expect([fault, codeOf(answer)]).toEqual([
        fault,
        fault === 'closed' ? 'account_inactive' : 'association_token_invalid',
      ])
    }
    expect((await answerTo(usable)).status).toBe(200)
  })

  it('is used up by the first account, and signs in no second one, nor on another device', async () => {
    const token = await invited(world, await signedInAs(world, 'administrator'), world.personId('nurse'))
    const [hers, thief] = [webBrowser(), webBrowser()]
    const stolen = refOf(await returnedFrom(world, 'sso', 'unblinder', thief, { association_token: token }))
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', hers, { association_token: token }))
    expect((await exchange(world, 'sso', ref, hers, token)).status).toBe(200)
    expect(codeOf(await exchange(world, 'sso', stolen, thief, token))).toBe('association_token_invalid')
  })

  it('is not sent for a person without the right, who does not learn whether the address has one', async () => {
    const sent = (await sentTokens(world)).length
    for (const id of [world.personId('nurse'), 999_999]) {
      expect(await invite(await signedInAs(world, 'monitor'), id)).toBe(403)
    }
    expect((await sentTokens(world)).length).toBe(sent)
  })
})

describe('a browser that was swapped', () => {
  it('gets nothing for a REF that another person brought along (login CSRF)', async () => {
    const [attacker, victim] = [webBrowser(), webBrowser()]
    const ref = refOf(await returnedFrom(world, 'sso', 'monitor', attacker))
    await returnedFrom(world, 'sso', 'nurse', victim)
    expect(codeOf(await exchange(world, 'sso', ref, victim))).toBe('ref_invalid')
  })

  it('gets nothing for a callback that another person stopped before', async () => {
    const [attacker, victim] = [webBrowser(), webBrowser()]
    await returnedFrom(world, 'sso', 'monitor', attacker)
    const callback = attacker.trail().find((address) => address.includes('/callback?')) ?? ''
    await victim.go(`${world.url}${redirectPath('sso')}`)
    const page = await victim.ask(callback)
    expect(page.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=ref_invalid`)
  })

  it.each([
    ['no cookie', ''],
    ['a cookie that is no secret', 'short'],
    ['the cookie of nobody', 'y'.repeat(43)],
    ['a cookie with more behind it', `${'y'.repeat(43)} x`],
  ])('with %s is sent back to begin again', async (_, secret) => {
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', webBrowser()))
    expect(codeOf(await exchange(world, 'sso', ref, secret === '' ? webBrowser() : withCookie(secret)))).toBe(
      'ref_invalid',
    )
  })

  it('accepts over https no cookie from a neighbour under the same domain (session fixation)', async () => {
    const free = await openHttpServer('127.0.0.1', 0)
    if (!free.ok) throw new Error(free.refusal)
    await free.value.stop(0)
    const environment = {
      PORT: String(free.value.port),
      PUBLIC_URL: 'https://trials.example.org',
      SAMPLE_ACCOUNTS: 'yes',
    }
    const secure = await testPortal({ environment, beside: world })
    const address = `http://127.0.0.1:${free.value.port}${redirectPath('aaf')}`
    const planted = 'z'.repeat(43)
    const browser = withCookie(planted)
    await browser.ask(address)
    await secure.stop()
    expect(browser.cookieLines()[0]).toMatch(
      /^__Host-equipoise_sign_in=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(cookieOf(browser)).not.toBe(planted)
  })

  it('gets a new session at each sign-in, for which no earlier token is valid', async () => {
    const browser = webBrowser()
    const tokens = []
    for (const key of ['monitor', 'nurse'] as const) {
      const ref = refOf(await returnedFrom(world, 'sso', key, browser))
      const { token } = v.parse(
        v.object({ token: v.string() }),
        JSON.parse((await exchange(world, 'sso', ref, browser)).text),
      )
      tokens.push(token)
    }
    const who = await Promise.all(
      tokens.map(async (token) => {
        const response = await fetch(`${world.url}${API_BASE}/auth/me`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        return v.parse(api.getMe.response, await response.json()).email
      }),
    )
    expect(who).toEqual(['monitor@example.org', 'nurse@example.org'])
  })
})

describe('no browser is led elsewhere', () => {
  const EVIL = 'https://evil.example.org/'

  it.each([
    ['a return address', `${redirectPath('sso')}&redirect_uri=${EVIL}&return_to=${EVIL}&next=//evil.example.org`, {}],
    ['another host', redirectPath('sso'), { Host: 'evil.example.org' }],
    [
      'a proxy that lies',
      redirectPath('sso'),
      { 'X-Forwarded-Host': 'evil.example.org', Forwarded: 'host=evil.example.org' },
    ],
    ['a path like a host', `/${redirectPath('sso')}`, {}],
    ['a callback with an address', `${API_BASE}/auth/ping/callback?state=x&redirect_uri=${EVIL}`, {}],
    ['a callback with a line break', `${API_BASE}/auth/aaf/callback?state=%0d%0aLocation:%20${EVIL}`, {}],
    ['a provider in letters of its own', `${API_BASE}/auth/ping/callback?state=x&idp=${EVIL}`, {}],
  ])('by %s', async (_, path, headers) => {
    const { port } = new URL(world.url)
    const answer = await plainRequest(world, path, { headers: { Host: `localhost:${port}`, ...headers } })
    const led = new URL(answer.headers.get('Location') ?? world.url)
    const ours = `${world.url}${API_BASE}/auth/ping/callback`
    expect([led.origin, led.searchParams.get('redirect_uri') ?? ours]).toEqual([world.url, ours])
    expect(answer.text).not.toContain('evil')
  })
})

describe('an account that is closed between the redirect and the return', () => {
  it.each<[string, object | null]>([
    ['account_inactive', { is_active: false }],
    ['account_expired', { expires_at: '2026-11-21T00:00:00.000Z' }],
    ['identity_unknown', null],
  ])('%s', async (code, change) => {
    const { queries } = world.context.database
    const id = world.personId('unblinder')
    const browser = webBrowser()
    const page = await browser.go(`${world.url}${redirectPath('sso')}`)
    if (change) await queries.updateTable('users').set(change).where('id', '=', id).execute()
    else
      await queries
        .updateTable('user_profiles')
        .set({ ended_at: world.clock.now() })
        .where('user_id', '=', id)
        .execute()
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const body = new URLSearchParams({ email: 'unblinder@example.org' })
    const back = await browser.go(new URL(action, page.url).href, { method: 'POST', body }, ({ pathname }) =>
      pathname.endsWith('-return'),
    )
    const answer = await exchange(world, 'sso', refOf(back.url), browser)
    expect([answer.status, codeOf(answer)]).toEqual([401, code])
    await queries.updateTable('users').set({ is_active: true, expires_at: null }).where('id', '=', id).execute()
  })
})

describe('a REF reveals nothing about itself', () => {
  it('unknown, of another browser, of another provider, used or late: the answer is the same', async () => {
    const [mine, other] = [webBrowser(), webBrowser()]
    await other.go(`${world.url}${redirectPath('sso')}`)
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', mine))
    const answers = [
      await exchange(world, 'sso', 'x'.repeat(43), mine),
      await exchange(world, 'sso', ref, other),
      await exchange(world, 'google', ref, mine),
    ]
    expect((await exchange(world, 'sso', ref, mine)).status).toBe(200)
    world.clock.step(11)
    answers.push(await exchange(world, 'sso', ref, mine))
    const late = refOf(await returnedFrom(world, 'sso', 'nurse', mine))
    world.clock.step(121)
    answers.push(await exchange(world, 'sso', late, mine))
    const texts = answers.map(({ status, text }) => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`)
    expect(new Set(texts)).toEqual(new Set([texts[0]]))
    expect(texts[0]).toContain('ref_invalid')
  })
})
