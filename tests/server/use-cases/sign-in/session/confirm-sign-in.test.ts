import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { IdentityProviderId } from '#domain/sign-in/identity'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { bystanderIn } from '../../../../support/access-world'
import { aTrial } from '../../../../support/a-trial'
import { readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import {
  exchange,
  redirectPath,
  refOf,
  returnedFrom,
  sessionsOf,
  signedInAs,
  signedInThrough,
  type SignedIn,
} from '../../../../support/sign-in'
import { webBrowser, type WebBrowser } from '../../../../support/web-browser'

/* A fresh sign-in proves again who owns the session, and changes nothing else (decision 0031). */

let world: TestPortal
let administrator: SignedIn
let browser: WebBrowser
beforeAll(async () => {
  world = await testPortal()
})
afterAll(() => world.stop())
beforeEach(async () => {
  administrator = await signedInAs(world, 'administrator', false)
  browser = webBrowser()
})

const CONFIRM = { purpose: 'confirm' }

const returned = async (key: SampleAccountKey, wish: Record<string, string> = CONFIRM) =>
  refOf(await returnedFrom(world, 'sso', key, browser, wish))

/** Confirms the administrator's session with a REF, from a browser. */
const confirm = async (ref: string, { idp = 'sso', key = randomUUID(), from = browser } = {}) => {
  const answer = await from.ask(`${world.url}${API_BASE}/${api.confirmSignIn.path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${administrator.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ idp, ref }),
  })
  const { code = null }: { code?: string | null } = answer.text === '' ? {} : JSON.parse(answer.text)
  return [answer.status, code]
}

/** Whether the session may now make a call that needs a fresh sign-in. */
const isFresh = async (who = administrator): Promise<boolean> => {
  const { user_id } = await bystanderIn(world, (await aTrial(world)).trial_id, 4)
  const body = JSON.stringify({ role_id: 1 })
  return (await who.fetch(`users/${user_id}/permissions`, { method: 'POST', body })).status === 201
}

const countSessions = async (key: SampleAccountKey) => (await sessionsOf(world, key)).length

const lastEntry = async () => (await readChain(world.database.queries, 0)).entries.at(-1)

describe('a fresh sign-in of the same person', () => {
  it('counts for the session that asks, begins no other session, and is in the audit log', async () => {
    expect(await isFresh()).toBe(false)
    const ref = await returned('administrator')
    const before = await countSessions('administrator')
    expect(await confirm(ref)).toEqual([204, null])
    expect(await countSessions('administrator')).toBe(before)
    expect(await lastEntry()).toMatchObject({
      kind: 'sign_in_confirmed',
      user_id: world.personId('administrator'),
      description: 'Grace Okafor signed in again to confirm who they are (University single sign-on)',
    })
    expect(await isFresh()).toBe(true)
  })

  it('counts from the provider’s redirect, not from the request that uses it', async () => {
    const ref = await returned('administrator')
    world.clock.step(110)
    expect(await confirm(ref)).toEqual([204, null])
    world.clock.step(5 * 60 - 110)
    expect(await isFresh()).toBe(false)
  })

  it('counts for none of their other sessions', async () => {
    const other = await signedInAs(world, 'administrator', false)
    await confirm(await returned('administrator'))
    expect([await isFresh(other), await isFresh()]).toEqual([false, true])
  })

  it('is used once, and a repeat with its key gets the same answer', async () => {
    const [ref, key] = [await returned('administrator'), randomUUID()]
    expect(await confirm(ref, { key })).toEqual([204, null])
    expect(await confirm(ref, { key })).toEqual([204, null])
    expect(await confirm(ref)).toEqual([409, 'confirmation_invalid'])
  })

  it.each<IdentityProviderId>(['sso', 'aaf'])(
    'leads back to the return page of %s, which shows its purpose',
    async (id) => {
      const page = await returnedFrom(world, id, 'administrator', browser, CONFIRM)
      expect(page.searchParams.get('purpose')).toBe('confirm')
    },
  )

  it('that the provider refuses leads back with the refusal and its purpose', async () => {
    await browser.go(`${world.url}${redirectPath('linkedin', CONFIRM)}`)
    const state = new URL(browser.trail()[1] ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'access_denied', iss: `${world.url}/idp` })
    const page = await browser.ask(`${world.url}${API_BASE}/auth/ping/callback?${query.toString()}`)
    expect(page.headers.get('Location')).toBe(`${world.url}/linkedin-return?error=provider_refused&purpose=confirm`)
  })
})

describe('an ordinary sign-in', () => {
  it('counts for five minutes where the provider says that it asked for the password', async () => {
    const who = await signedInThrough(world, 'sso', 'administrator')
    expect(await isFresh(who)).toBe(true)
    world.clock.step(301)
    expect(await isFresh(who)).toBe(false)
  })
})

describe('nothing changes with', () => {
  it('a fresh sign-in of another person', async () => {
    const [before, chain] = [await countSessions('nurse'), await lastEntry()]
    expect(await confirm(await returned('nurse'))).toEqual([403, 'other_person'])
    expect([await countSessions('nurse'), await lastEntry()]).toEqual([before, chain])
    expect(await isFresh()).toBe(false)
    expect((await administrator.fetch('auth/me')).status).toBe(200)
  })

  it('a sign-in that was begun to sign in', async () => {
    const ref = await returned('administrator', { prompt: 'login' })
    expect(await confirm(ref)).toEqual([409, 'confirmation_invalid'])
  })

  it('a REF in another browser, of another provider, or two minutes old', async () => {
    const ref = await returned('administrator')
    expect(await confirm(ref, { from: webBrowser() })).toEqual([409, 'confirmation_invalid'])
    expect(await confirm(ref, { idp: 'aaf' })).toEqual([409, 'confirmation_invalid'])
    world.clock.step(121)
    expect(await confirm(ref)).toEqual([409, 'confirmation_invalid'])
    expect(await isFresh()).toBe(false)
  })
})

it('a sign-in begun as a confirmation, which begins no session', async () => {
  const before = await countSessions('administrator')
  const answer = await exchange(world, 'sso', await returned('administrator'), browser)
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'ref_invalid'])
  expect(await countSessions('administrator')).toBe(before)
})

it('a sign-in for which the provider was asked to ask again counts as fresh', async () => {
  const page = await exchange(world, 'sso', await returned('administrator', { prompt: 'login' }), browser)
  const { token }: { token: string } = JSON.parse(page.text)
  const fetch = (path: string, init: RequestInit = {}) =>
    globalThis.fetch(`${world.url}${API_BASE}/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
  expect(await isFresh({ token, fetch })).toBe(true)
})
