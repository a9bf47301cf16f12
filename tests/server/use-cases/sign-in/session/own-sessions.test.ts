import { api } from '#contract/api'
import { problem } from '#contract/problem'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, valueOf } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { exchange, refOf, returnedFrom, signedInAs, signedInThrough, type SignedIn } from '../../../../support/sign-in'
import { webBrowser } from '../../../../support/web-browser'

const HOUR = 60 * 60
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1'

let world: TestPortal
/** Another process over the same database. */
let second: TestPortal
beforeAll(async () => {
  world = await testPortal()
  second = await testPortal({ beside: world })
})
afterAll(async () => {
  await second.stop()
  await world.stop()
})
beforeEach(() => world.context.database.queries.updateTable('sessions').set({ ended_at: world.clock.now() }).execute())

const sessionsOf = async (who: SignedIn) => {
  const list = valueOf(await ask(who, api.listOwnSessions.response, api.listOwnSessions.path))
  return list.data
}
const end = (who: SignedIn, id: number) => who.fetch(`auth/me/sessions/${id}`, { method: 'DELETE' })
const endOthers = async (who: SignedIn, headers: Record<string, string> = {}) => {
  const answer = await ask(who, api.endOtherSessions.response, api.endOtherSessions.path, { method: 'POST', headers })
  return valueOf(answer).ended
}

/** The answers to a token in both processes. */
const sessionStates = async ({ token }: SignedIn) => {
  const states = []
  for (const { url } of [world, second]) {
    const response = await fetch(`${url}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
    const answer: unknown = await response.json()
    states.push(response.ok ? 'signed in' : v.parse(problem, answer).code)
  }
  return states
}

describe('the list of one’s own sessions', () => {
  it('shows the way in, the device and the times, this session first, and nobody else’s', async () => {
    const tablet = await signedInThrough(world, 'aaf', 'nurse', webBrowser({ 'User-Agent': IPAD }))
    const at = world.clock.now()
    world.clock.step(HOUR)
    const desk = await signedInThrough(world, 'sso', 'nurse', webBrowser({ 'User-Agent': 'curl/8.5.0' }))
    await signedInAs(world, 'monitor')
    const now = world.clock.now()
    const id = expect.any(Number)
    const [here, there] = [
      { id, idp: 'sso', device: null, signed_in_at: now, last_seen_at: now, is_current: true },
      { id, idp: 'aaf', device: 'Safari on iPad', signed_in_at: at, last_seen_at: at, is_current: false },
    ]
    expect(await sessionsOf(desk)).toEqual([here, there])
    await world.context.sessionActivity.settled()
    expect(await sessionsOf(tablet)).toEqual([
      { ...there, last_seen_at: now, is_current: true },
      { ...here, is_current: false },
    ])
  })

  it('leaves out sessions that have ended or whose last token has run out, to the second', async () => {
    const [gone, idle] = [await signedInAs(world, 'nurse'), await signedInAs(world, 'nurse')]
    await gone.fetch('auth/logout', { method: 'POST' })
    world.clock.step(2 * HOUR)
    // The session is renewed now, so it is valid for as long again.
    await idle.fetch('auth/me')
    await world.context.sessionActivity.settled()
    world.clock.step(12 * HOUR - 1)
    const here = await signedInAs(world, 'nurse')
    expect((await sessionsOf(here)).map(({ is_current }) => is_current)).toEqual([true, false])
    world.clock.step(1)
    expect((await sessionsOf(here)).map(({ is_current }) => is_current)).toEqual([true])
  })

  it('stores the last use at most once a minute where a person does something, and never in a request that waits', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const seen = async () => {
      await world.context.sessionActivity.settled()
      const sessions = world.context.database.queries.selectFrom('sessions').select(['last_seen_at', 'signed_in_at'])
      const row = await sessions.where('ended_at', 'is', null).executeTakeFirstOrThrow()
      return (Date.parse(row.last_seen_at) - Date.parse(row.signed_in_at)) / 1000
    }
    const codes = []
    for (const seconds of [0, 59, 1, 59, 1]) {
      world.clock.step(seconds)
      await Promise.all([nurse.fetch('auth/me'), nurse.fetch('auth/me')])
      codes.push(await seen())
    }
    expect(codes).toEqual([0, 0, 60, 60, 120])
  })
})

describe('signing out another session', () => {
  it('refuses that token at once in every process, is recorded once, and can be repeated', async () => {
    const [here, there] = [await signedInAs(world, 'nurse'), await signedInAs(world, 'nurse')]
    const [other] = (await sessionsOf(here)).filter(({ is_current }) => !is_current)
    expect(await sessionStates(there)).toEqual(['signed in', 'signed in'])
    const answers = [await end(here, other?.id ?? 0), await end(here, other?.id ?? 0)]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await sessionStates(there)).toEqual(['token_revoked', 'token_revoked'])
    expect(await sessionStates(here)).toEqual(['signed in', 'signed in'])
    const entries = world.context.database.queries.selectFrom('audit_log').select('description')
    const written = await entries.where('kind', '=', 'sessions_ended').execute()
    expect(written).toEqual([{ description: `Amara Hughes signed out of session ${other?.id}` }])
  })

  it('is refused for another person’s session, and for one that does not exist', async () => {
    const [nurse, monitor] = [await signedInAs(world, 'nurse'), await signedInAs(world, 'monitor')]
    const [theirs] = await sessionsOf(monitor)
    expect((await end(nurse, theirs?.id ?? 0)).status).toBe(404)
    expect((await end(nurse, 999_999)).status).toBe(404)
    expect(await sessionStates(monitor)).toEqual(['signed in', 'signed in'])
  })

  it('works for the session that asks', async () => {
    const nurse = await signedInAs(world, 'nurse')
    const [here] = await sessionsOf(nurse)
    expect((await end(nurse, here?.id ?? 0)).status).toBe(204)
    expect(await sessionStates(nurse)).toEqual(['token_revoked', 'token_revoked'])
  })

  it('everywhere else ends all but this one, counts those that had time left, and is done once for its key', async () => {
    await signedInAs(world, 'nurse')
    world.clock.step(12 * HOUR)
    const [here, tablet, desk] = [
      await signedInAs(world, 'nurse'),
      await signedInAs(world, 'nurse'),
      await signedInAs(world, 'nurse'),
    ]
    const monitor = await signedInAs(world, 'monitor')
    const headers = { 'Idempotency-Key': 'sign-out-everywhere' }
    expect([await endOthers(here, headers), await endOthers(here, headers), await endOthers(here)]).toEqual([2, 2, 0])
    for (const one of [tablet, desk]) expect(await sessionStates(one)).toEqual(['token_revoked', 'token_revoked'])
    for (const one of [here, monitor]) expect(await sessionStates(one)).toEqual(['signed in', 'signed in'])
    const [remaining, ...others] = await sessionsOf(here)
    expect([remaining?.is_current, others]).toEqual([true, []])
  })

  it('fails for neither of two that sign each other out at once, while they are used', async () => {
    for (let times = 0; times < 3; times += 1) {
      const [one, other] = [await signedInAs(world, 'nurse'), await signedInAs(second, 'nurse')]
      world.clock.step(HOUR)
      const answers = await Promise.all([
        one.fetch('auth/me'),
        other.fetch('auth/me'),
        one.fetch('auth/me/sessions/end-others', { method: 'POST' }),
        other.fetch('auth/me/sessions/end-others', { method: 'POST' }),
      ])
      await Promise.all([world.context.sessionActivity.settled(), second.context.sessionActivity.settled()])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })

  it('makes a REF worthless whose session it ended', async () => {
    const browser = webBrowser()
    const ref = refOf(await returnedFrom(world, 'sso', 'nurse', browser))
    expect((await exchange(world, 'sso', ref, browser)).status).toBe(200)
    const here = await signedInAs(world, 'nurse')
    await endOthers(here)
    const again = await exchange(world, 'sso', ref, browser)
    expect(v.parse(problem, JSON.parse(again.text)).code).toBe('ref_invalid')
  })
})
