import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import { ROLES } from '#domain/people/permissions'
import { createHash } from 'node:crypto'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offerFirstAdministrator } from '../../../../../src/server/use-cases/people/administrators/offer-first-administrator'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { posted } from '../../../../support/ask'
import { deliverMail } from '../../../../support/mail-room'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, refOf, returnedFrom } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'

let world: TestPortal
let logged: string[]
beforeEach(async () => {
  logged = []
  const log = pino({ level: 'trace' }, { write: (text: string) => void logged.push(text) })
  world = await testPortal({ log })
  // A new installation has no administrator who can sign in.
  await world.database.queries.deleteFrom('user_permissions').execute()
  await world.database.queries.deleteFrom('user_profiles').execute()
})
afterEach(() => world.stop())

const DAY = 24 * 60 * 60

/** The lines that a start of the instance prints on the console. */
const offered = (instance = 'prod') =>
  offerFirstAdministrator({ ...world.context, config: { ...world.context.config, instance } })

const tokenIn = (line: string | null) => /\/idp-association\?token=([\w-]{43})$/.exec(line ?? '')?.[1] ?? ''

const offeredToken = async () => {
  const token = tokenIn(await offered())
  expect(token).not.toBe('')
  return token
}

/** Signs in with the link from a new browser. Returns the status and the body. */
const followed = async (token: string, key: 'monitor' | 'nurse' = 'monitor') => {
  const browser = webBrowser()
  const ref = refOf(await returnedFrom(world, 'sso', key, browser, { association_token: token, prompt: 'login' }))
  const { status, text } = await exchange(world, 'sso', ref, browser, token)
  return { status, body: text }
}

const signedInWith = (body: string) => {
  const { token } = v.parse(v.object({ token: v.string() }), JSON.parse(body))
  return (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return fetch(`${world.url}${API_BASE}/${path}`, { ...init, headers })
  }
}

const codeOf = (body: string) => v.parse(problem, JSON.parse(body)).code

const usable = async (token: string) =>
  (await fetch(`${world.url}${API_BASE}/${api.showAssociation.path}?${new URLSearchParams({ token })}`)).ok

const entries = () =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id', 'role', 'trial_id', 'reason', 'description'])
    .orderBy('id')
    .execute()

describe('the first start of a production instance', () => {
  test('gives out one link, which makes the person who signs in with it the system administrator', async () => {
    const line = await offered()
    expect(line).toMatch(
      /^No system administrator can sign in yet\. Open this link within 24 hours to become the first. It works once: http:\/\/localhost:\d+\/idp-association\?token=[\w-]{43}$/,
    )
    const { status, body } = await followed(tokenIn(line))
    expect(status).toBe(200)
    const ask = signedInWith(body)
    expect(await (await ask('auth/me/system-permission')).json()).toMatchObject({ role: { level: ROLES[0].level } })
    expect((await ask('users')).status).toBe(200)
    expect(await (await ask('auth/me')).json()).toMatchObject({ name: 'First administrator' })
  })

  test('is recorded in the chain of the system, without a signed-in person', async () => {
    await followed(await offeredToken())
    const expected = { user_id: null, role: null, trial_id: null, reason: 'On the server’s console' }
    expect(await entries()).toMatchObject([
      { ...expected, kind: 'user_created', description: expect.stringMatching(/created: First administrator$/) },
      { ...expected, kind: 'permission_granted', description: expect.stringMatching(/System administrator$/) },
      { ...expected, kind: 'association_requested', description: expect.stringContaining('24 hours') },
      { kind: 'account_associated', user_id: expect.any(Number), trial_id: null },
      { kind: 'signed_in' },
    ])
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })

  test('stores only a hash of the link, and nothing of it in the log', async () => {
    const token = await offeredToken()
    await followed(token)
    const rows = await world.database.queries.selectFrom('association_tokens').selectAll().execute()
    expect(rows.map(({ token_hash }) => Buffer.from(token_hash))).toEqual([createHash('sha256').update(token).digest()])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('')).not.toContain(token)
  })

  test('sends no email to a placeholder address', async () => {
    await followed(await offeredToken())
    await deliverMail(world)
    const messages = await world.database.queries.selectFrom('messages').select(['kind', 'state', 'error']).execute()
    expect(messages).toEqual([
      { kind: 'account_associated', state: 'failed', error: 'The recipient has not entered an email address yet' },
    ])
  })
})

describe('the link', () => {
  test('works once', async () => {
    const token = await offeredToken()
    expect((await followed(token)).status).toBe(200)
    const again = await followed(token, 'nurse')
    expect([again.status, codeOf(again.body)]).toEqual([404, 'association_token_invalid'])
  })

  test('works for 24 hours', async () => {
    const token = await offeredToken()
    world.clock.step(DAY - 1)
    expect(await usable(token)).toBe(true)
    world.clock.step(1)
    expect(await usable(token)).toBe(false)
    const late = await followed(token)
    expect([late.status, codeOf(late.body)]).toEqual([404, 'association_token_invalid'])
  })

  test('ends when a later start gives out another, for the same person', async () => {
    const first = await offeredToken()
    const second = await offeredToken()
    expect([await usable(first), await usable(second)]).toEqual([false, true])
    const people = world.database.queries.selectFrom('users').select('id').where('name', '=', 'First administrator')
    expect(await people.execute()).toHaveLength(1)
    expect((await entries()).map(({ kind }) => kind)).toEqual([
      'user_created',
      'permission_granted',
      'association_requested',
      'association_requested',
    ])
  })

  test('of starts at once, one works', async () => {
    const tokens = await Promise.all([offeredToken(), offeredToken(), offeredToken()])
    const works = await Promise.all(tokens.map(usable))
    expect(works.filter(Boolean)).toHaveLength(1)
  })
})

describe('a later start gives out nothing', () => {
  test('once there is an administrator who can sign in', async () => {
    await followed(await offeredToken())
    expect(await offered()).toBeNull()
    expect(await entries()).toHaveLength(5)
  })

  test('on an instance that is not for real participants', async () => {
    for (const instance of ['demo', 'staging', 'test', 'local']) expect(await offered(instance)).toBeNull()
    expect(await entries()).toEqual([])
  })

  test('that would let a removed person in again, but says what to do', async () => {
    const { body } = await followed(await offeredToken())
    const { id } = await (await signedInWith(body)('auth/me')).json()
    await world.database.queries.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
    expect(await offered()).toBe(
      'No system administrator can sign in. Create one on this machine: npm run administrator -- EMAIL',
    )
    expect(await entries()).toHaveLength(5)
  })
})

test('the first administrator enters an address of their own, and is an administrator like any other', async () => {
  const { body } = await followed(await offeredToken())
  const ask = signedInWith(body)
  const { id } = await (await ask('auth/me')).json()
  const saved = await ask(`users/${id}`, {
    ...posted({ name: 'Rosa Okafor', email: 'rosa@example.org' }),
    method: 'PUT',
  })
  expect(await saved.json()).toMatchObject({ name: 'Rosa Okafor', email: 'rosa@example.org', expires_at: null })
})
