import { API_BASE } from '#contract/api-address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '../../../../src/server/doors/http/http-server'
import { SAMPLE_ACCOUNTS } from '../../../../src/server/doors/idp/sample-accounts'
import { testPortal, type TestPortal } from '../../../support/portal'
import { redirectPath } from '../../../support/sign-in'
import { webBrowser } from '../../../support/web-browser'

let world: TestPortal
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())

const signInPage = async (browser = webBrowser()) => browser.go(`${world.url}${redirectPath('sso')}`)

/** The first address at the provider, with a change to its query. */
const authorisation = async (change: (query: URLSearchParams) => void) => {
  const page = await webBrowser().ask(`${world.url}${redirectPath('sso')}`)
  const url = new URL(page.headers.get('Location') ?? '')
  change(url.searchParams)
  return url.href
}

describe('the sample provider refuses', () => {
  it('a request without PKCE', async () => {
    const address = await authorisation((query) => {
      query.delete('code_challenge')
      query.delete('code_challenge_method')
    })
    const page = await webBrowser().ask(address)
    const back = new URL(page.headers.get('Location') ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(`${world.url}${API_BASE}/auth/ping/callback`)
    expect(back.searchParams.get('error')).toBe('invalid_request')
  })

  it.each([
    ['another place to come back to', 'redirect_uri', 'https://elsewhere.example.org/'],
    ['another client', 'client_id', 'somebody'],
  ])('%s, on a page of its own', async (_, name, value) => {
    const page = await webBrowser().ask(await authorisation((query) => query.set(name, value)))
    expect([page.status, page.headers.get('Location')]).toEqual([400, null])
    expect(page.text).toContain('Sign-in stopped')
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/)
  })

  it('a choice without the cookie of the page it was made on', async () => {
    const page = await signInPage()
    const body = new URLSearchParams({ email: 'nurse@example.org' })
    const answer = await webBrowser().ask(page.url.href, { method: 'POST', body })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This sign-in has expired')
  })

  it.each([
    ['nobody', ''],
    ['a stranger', 'email=somebody%40example.org'],
    ['far too much', `email=${'x'.repeat(5000)}`],
  ])('%s, by asking again', async (_, body) => {
    const browser = webBrowser()
    const page = await signInPage(browser)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await browser.ask(page.url.href, { method: 'POST', headers, body })
    expect([answer.status, answer.text]).toEqual([200, page.text])
  })
})

describe('its sign-in page', () => {
  it('is one plain form with a button for each account', async () => {
    const page = await signInPage()
    expect(page.status).toBe(200)
    expect(page.text.match(/<form /g)).toHaveLength(1)
    expect([...page.text.matchAll(/<button name="email" value="([^"]+)">/g)].map(([, email]) => email)).toEqual(
      SAMPLE_ACCOUNTS.map(({ email }) => email),
    )
    expect(page.text).not.toMatch(/<script|\son\w+=|javascript:/i)
  })

  it('loads nothing but an icon, runs nothing and cannot be framed', async () => {
    const { headers } = await signInPage()
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('X-Frame-Options')).toBe('DENY')
  })
})

describe('its addresses', () => {
  it('are the public ones, whatever the headers of a request say', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example.org', 'X-Forwarded-Proto': 'https' }
    const response = await fetch(`${world.url}/idp/.well-known/openid-configuration`, { headers })
    expect(await response.json()).toMatchObject({
      issuer: `${world.url}/idp`,
      authorization_endpoint: `${world.url}/idp/auth`,
      token_endpoint: `${world.url}/idp/token`,
      code_challenge_methods_supported: ['S256'],
    })
  })

  it('are found over the loopback address where the public one leads elsewhere', async () => {
    const free = await openHttpServer('127.0.0.1', 0)
    if (!free.ok) throw new Error(free.refusal)
    await free.value.stop(0)
    const PORT = String(free.value.port)
    const behindProxy = await testPortal({
      environment: { PORT, PUBLIC_URL: 'https://trials.example.org', SAMPLE_ACCOUNTS: 'yes' },
    })
    const browser = webBrowser()
    const page = await browser.ask(`http://127.0.0.1:${PORT}${redirectPath('aaf')}`)
    await behindProxy.stop()
    expect(page.headers.get('Location')).toMatch(/^https:\/\/trials\.example\.org\/idp\/auth\?/)
    expect(browser.cookieLines()[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  })
})
