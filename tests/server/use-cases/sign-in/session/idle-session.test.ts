import { problem } from '#contract/problem'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { sessionsOf, signedInAs, type SignedIn } from '../../../../support/sign-in'

/* A session ends when no person uses it for a time (decision 0032). */

const MINUTE = 60
const IDLE = 30 * MINUTE

let world: TestPortal
let nurse: SignedIn
beforeAll(async () => {
  world = await testPortal({ environment: { SESSION_IDLE_MINUTES: '30' } })
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.database.queries.deleteFrom('sessions').execute()
  nurse = await signedInAs(world, 'nurse')
})

/** Sends a request from a device that was idle for this long; null is a program that does not say. */
const asks = async (idle: number | null, path = 'auth/me', method = 'GET') => {
  const headers: Record<string, string> = idle === null ? {} : { 'X-Idle-Seconds': String(idle) }
  const answer = await nurse.fetch(path, { method, headers: { ...headers, 'Idempotency-Key': randomUUID() } })
  await world.context.sessionActivity.settled()
  return answer.ok ? answer.status : v.parse(problem, JSON.parse(await answer.text())).code
}

const stored = async () => {
  const session = await world.database.queries.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  return session.active_at
}

describe('a session', () => {
  it('ends half an hour after its person’s last action, and stays ended whoever uses the device then', async () => {
    world.clock.step(IDLE - 1)
    expect(await asks(IDLE - 1)).toBe(200)
    world.clock.step(1)
    expect(await asks(IDLE)).toBe('session_idle')
    expect(await asks(0)).toBe('session_idle')
    expect(await asks(null)).toBe('session_idle')
  })

  it('is not extended by the app’s own requests', async () => {
    const answers = []
    for (let minute = 1; minute <= 31; minute += 1) {
      world.clock.step(MINUTE)
      answers.push(await asks(minute * MINUTE))
    }
    expect(answers).toEqual([...Array.from({ length: 29 }, () => 200), 'session_idle', 'session_idle'])
  })

  it.each([
    ['touches of its person', 5],
    ['a program that does not say', null],
  ])('goes on with %s', async (_, idle) => {
    for (let hour = 0; hour < 4; hour += 1) {
      world.clock.step(IDLE - MINUTE)
      expect(await asks(idle)).toBe(200)
    }
  })

  it('is idle in every process, and is not in the list of the person’s sessions', async () => {
    const second = await testPortal({ beside: world, environment: { SESSION_IDLE_MINUTES: '30' } })
    expect(await sessionsOf(world, 'nurse')).toHaveLength(1)
    world.clock.step(IDLE)
    const answer = await fetch(`${second.url}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${nurse.token}` } })
    expect(answer.status).toBe(401)
    expect(await sessionsOf(world, 'nurse')).toEqual([])
    await second.stop()
  })

  it('that ended as idle can still be signed out, and gets no later token', async () => {
    world.clock.step(2 * 60 * MINUTE)
    const answer = await nurse.fetch('auth/logout', { method: 'POST' })
    expect([answer.status, answer.headers.get('X-Refreshed-Token')]).toEqual([204, null])
  })
})

it('the time of the last action is stored at most once a minute, and never moves back', async () => {
  const began = await stored()
  world.clock.step(MINUTE - 1)
  await asks(0)
  expect(await stored()).toBe(began)
  world.clock.step(1)
  await asks(0)
  const touched = world.clock.now()
  expect(await stored()).toBe(touched)
  world.clock.step(10 * MINUTE)
  await asks(10 * MINUTE)
  expect(await stored()).toBe(touched)
})

it('a header that is not a number of seconds is refused', async () => {
  const answer = await nurse.fetch('auth/me', { headers: { 'X-Idle-Seconds': 'long' } })
  expect([answer.status, v.parse(problem, JSON.parse(await answer.text())).code]).toEqual([400, 'malformed_header'])
})
