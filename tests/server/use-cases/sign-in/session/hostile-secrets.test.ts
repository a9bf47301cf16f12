import { API_BASE } from '#contract/api-address'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertUserProfile } from '../../../../../src/server/ground/db/user-profiles'
import { craftedIssuer, SUBJECT, type CraftedIssuer } from '../../../../support/crafted-issuer'
import { deliverMail, mailRoom } from '../../../../support/mail-room'
import { deliverDue } from '../../../../../src/server/doors/jobs/deliver-due'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, isReturnPage, redirectPath, refOf, signedInAs } from '../../../../support/sign-in'
import { webBrowser, type Page } from '../../../../support/web-browser'
import { invite, invited } from '../identity/invitation-calls'

/* Every log line, error and address that a sign-in leaves behind is searched for secrets. */

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
const CLIENT_SECRET = 'a secret between the two'
const lines: string[] = []
/** Logs as the server's own process does, and at every level. */
const log = pino(
  { level: 'trace', serializers: { error: pino.stdSerializers.err } },
  { write: (line: string) => void lines.push(line) },
)

let issuer: CraftedIssuer
let world: TestPortal
beforeAll(async () => {
  issuer = await craftedIssuer()
  world = await testPortal({
    environment: {
      DATA_DIR: folder,
      OIDC_SSO_ISSUER: issuer.url,
      OIDC_SSO_CLIENT_ID: 'portal',
      OIDC_SSO_CLIENT_SECRET: CLIENT_SECRET,
    },
    log,
  })
})
afterAll(async () => {
  await world.stop()
  await issuer.stop()
  rmSync(folder, { recursive: true })
})

it('no secret is in a log line, an error or an address except its own', async () => {
  const secrets = new Set<string>([CLIENT_SECRET, world.context.config.seed_key.toString()])
  const errors: string[] = []
  const locations: { at: string; to: URL }[] = []
  const noted = (page: Page) => {
    if (page.status >= 400) errors.push(page.text)
    return page
  }

  /** A sign-in; all of its secrets are collected. */
  const signIn = async (association?: string) => {
    const browser = webBrowser()
    const wish = association === undefined ? {} : { association_token: association }
    const { url } = await browser.go(`${world.url}${redirectPath('sso', wish)}`, {}, isReturnPage)
    const trail = browser.trail().map((address) => new URL(address))
    for (const [place, to] of trail.slice(1).entries()) locations.push({ at: trail[place]?.pathname ?? '', to })
    for (const { searchParams } of trail) {
      for (const name of ['state', 'nonce', 'code', 'REF', 'code_challenge']) secrets.add(searchParams.get(name) ?? '')
    }
    for (const line of browser.cookieLines()) secrets.add(/=([\w-]{43});/.exec(line)?.[1] ?? '')
    for (const { body } of issuer.exchanged) secrets.add(body.get('code_verifier') ?? '')
    return { browser, url }
  }

  const administrator = await signedInAs(world, 'administrator')
  secrets.add(administrator.token)
  const user_id = world.personId('nurse')
  const invitation = await invited(world, administrator, user_id)
  secrets.add(invitation)

  // A sign-in that succeeds, and its repeat; everything after it fails.
  const { browser, url } = await signIn(invitation)
  for (let time = 0; time < 2; time += 1) {
    const answer = noted(await exchange(world, 'sso', refOf(url), browser, invitation))
    secrets.add(v.parse(v.object({ token: v.string() }), JSON.parse(answer.text)).token)
  }
  noted(await exchange(world, 'sso', refOf(url), webBrowser(), invitation))
  noted(await exchange(world, 'google', refOf(url), browser, invitation))
  const later = await signIn(invitation)
  noted(await exchange(world, 'sso', refOf(later.url), later.browser, invitation))
  for (const token of [invitation, 'é', `${invitation}\n`]) {
    const query = new URLSearchParams({ token }).toString()
    noted(await browser.ask(`${world.url}${API_BASE}/auth/idp-association?${query}`))
  }
  for (const craft of [
    { sign: () => 'abc' },
    { claims: { nonce: 'another nonce' } },
    { claims: { iss: 'https://another.example.org' } },
    { returns: { error: 'access_denied', error_description: 'the word of a stranger' } },
    { metadata: { token_endpoint: `${issuer.url}/nowhere` } },
  ]) {
    issuer.craft(craft)
    const { url: failed } = await signIn(invitation)
    expect(failed.searchParams.get('error')).not.toBeNull()
  }
  issuer.craft({})
  const token = [...secrets].find((secret) => secret.split('.').length === 3) ?? ''
  for (const bearer of [`${token}x`, token.slice(1)]) {
    const headers = { Authorization: `Bearer ${bearer}` }
    noted(await browser.ask(`${world.url}${API_BASE}/auth/me?token=${token}`, { headers }))
  }

  // An email that cannot be sent.
  await invite(administrator, user_id)
  const refusing = { send: () => Promise.reject(new Error('the mail server is away')), close: () => {} }
  await deliverDue({ ...mailRoom(world.context), transport: refusing })
  world.clock.step(60)
  await deliverMail(world)

  const sought = [...secrets].filter((secret) => secret.length > 5)
  expect(sought.length).toBeGreaterThan(20)
  const text = lines.join('')
  expect(text).toContain('sign-in provider did not confirm')
  expect(text).toContain('an email could not be sent')
  expect(text).toContain('/api/v1/auth/ping/login')
  expect(sought.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).not.toContain('the word of a stranger')
  expect(text).not.toContain(SUBJECT)
  expect(errors.length).toBeGreaterThan(5)
  expect(sought.filter((secret) => errors.join('').includes(secret))).toEqual([])

  // The parameters of each address: the request to the provider, its answer, and the REF or word for the app.
  const allowed: Record<string, readonly string[]> = {
    [`${API_BASE}/auth/ping/redirect`]: [
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ],
    '/authorize': ['code', 'error', 'error_description', 'state'],
    [`${API_BASE}/auth/ping/callback`]: ['REF', 'error'],
  }
  for (const { at, to } of locations) {
    expect([...to.searchParams.keys()].filter((name) => !allowed[at]?.includes(name))).toEqual([])
    expect(to.href).not.toContain(invitation)
  }
})

it('no secret is in the database in plain form', async () => {
  const administrator = await signedInAs(world, 'administrator')
  await insertUserProfile(world.context.database.queries, {
    user_id: world.personId('monitor'),
    idp: 'sso',
    issuer: issuer.url,
    subject: 'another',
    created_at: world.clock.now(),
  })
  const invitation = await invited(world, administrator, world.personId('monitor'))
  const browser = webBrowser()
  const wish = { association_token: invitation }
  const { url } = await browser.go(`${world.url}${redirectPath('sso', wish)}`, {}, isReturnPage)
  const { queries } = world.context.database
  const stored = JSON.stringify([
    await queries.selectFrom('sign_in_attempts').selectAll().execute(),
    await queries.selectFrom('association_tokens').selectAll().execute(),
    await queries.selectFrom('messages').selectAll().execute(),
    await queries.selectFrom('audit_log').selectAll().execute(),
    await queries.selectFrom('idempotency_keys').selectAll().execute(),
  ])
  for (const secret of [invitation, refOf(url), browser.trail()[1] ?? '']) expect(stored).not.toContain(secret)
})
