import { API_BASE } from '#contract/api-address'
import { ERRORS } from '#contract/errors'
import { problem } from '#contract/problem'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAdmission, type AdmissionSettings } from '../../../../src/server/ground/admission'
import { createApp } from '../../../../src/server/start/app'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { redirectPath, signedInAs, type SignedIn } from '../../../support/sign-in'
import { until } from '../../../support/until'

/* An overloaded portal refuses the least urgent requests first, and limits one client alone (decision 0094). */

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
let nurse: SignedIn
beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world)
  const site_id = trial.sites[0]?.id ?? null
  await grant(world, { person: 'nurse', role: 'Site user', trial_id: trial.trial_id, site_id })
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

type Sent = RequestInit & { duplex?: 'half' }

/** The same portal with these limits. Look-ups of sessions wait while `isHeld` is true. */
const limited = (settings: AdmissionSettings, isHeld: (lookUp: number) => boolean) => {
  const admission = createAdmission(settings)
  let lookUps = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const readSession: typeof world.context.readSession = async (id) => {
    lookUps += 1
    if (isHeld(lookUps)) await released
    return world.context.readSession(id)
  }
  const app = createApp({ ...world.context, admission, readSession })
  const send = async (person: SignedIn | null, path: string, init: Sent = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('Content-Type', 'application/json')
    if (person) headers.set('Authorization', `Bearer ${person.token}`)
    return app.request(`${API_BASE}/${path}`, { ...init, headers })
  }
  return { app, admission, release: () => release(), lookUps: () => lookUps, send }
}
type Limited = ReturnType<typeof limited>

const report = ({ send }: Limited) => send(administrator, 'reports/mgmt', posted({ type: 'data' }))
const list = ({ send }: Limited) => send(administrator, 'trials')
const action = ({ send }: Limited, key: string) =>
  send(nurse, 'auth/me/update', {
    method: 'PUT',
    body: JSON.stringify({
      id: world.personId('nurse'),
      email: 'nurse@example.org',
      selected_timezone: 'Europe/Zurich',
    }),
    headers: { 'Idempotency-Key': key },
  })
const randomisation = ({ send }: Limited, key: string) =>
  send(
    nurse,
    `trials/${trial.trial_id}/participants`,
    posted({ site_id: trial.sites[0]?.id, participant_strata: [] }, { 'Idempotency-Key': key }),
  )

const participants = async () => {
  const stored = await world.database.queries.selectFrom('participants').select('id').execute()
  return stored.length
}

const refusalOf = async (answer: Promise<Response>) => {
  const response = await answer
  const { code, message } = v.parse(problem, await response.json())
  return { status: response.status, code, message, retry_after: Number(response.headers.get('Retry-After')) }
}

const statusesOf = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('with more requests than it handles at once', () => {
  const OVERLOADED = { status: 503, code: 'overloaded', message: ERRORS.overloaded.message }
  let portal: Limited
  let taken: Promise<Response>[]
  beforeEach(() => {
    portal = limited({ under_way: 8, under_way_of_person: 100 }, () => true)
    taken = []
  })
  afterEach(async () => {
    portal.release()
    await Promise.all(taken)
  })

  /** Sends requests one after another, each once the one before is under way. */
  const takesOn = async (count: number, send: (index: number) => Promise<Response>) => {
    for (let index = 0; index < count; index += 1) {
      const before = portal.admission.under_way()
      taken.push(send(index))
      await until('it is under way', () => portal.admission.under_way() === before + 1)
    }
  }

  it('refuses reports first, then lists, then actions, and randomising last; an accepted request is performed once', async () => {
    const before = await participants()
    await takesOn(2, () => report(portal))
    expect(await refusalOf(report(portal))).toMatchObject(OVERLOADED)
    await takesOn(2, () => list(portal))
    expect(await refusalOf(list(portal))).toMatchObject(OVERLOADED)
    await takesOn(2, (index) => action(portal, `action-${index}`))
    expect(await refusalOf(action(portal, 'refused'))).toMatchObject(OVERLOADED)
    await takesOn(2, (index) => randomisation(portal, `taken-${index}`))
    expect(await refusalOf(randomisation(portal, 'refused'))).toMatchObject(OVERLOADED)
    portal.release()
    expect(await statusesOf(taken.slice(-2))).toEqual([201, 201])
    await Promise.all(taken)
    expect(portal.admission.under_way()).toBe(0)
    expect(await participants()).toBe(before + 2)
  })

  it('leaves the key of a refused request free', async () => {
    await takesOn(8, (index) => randomisation(portal, `full-${index}`))
    expect(await refusalOf(randomisation(portal, 'again'))).toMatchObject(OVERLOADED)
    portal.release()
    await Promise.all(taken)
    const before = await participants()
    const again = await randomisation(portal, 'again')
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    expect(await participants()).toBe(before + 1)
  })

  it('says when to retry: reports late, randomising soon, and not everyone at the same moment', async () => {
    await takesOn(8, (index) => randomisation(portal, `place-${index}`))
    const waits = async (send: () => Promise<Response>) =>
      [(await refusalOf(send())).retry_after, (await refusalOf(send())).retry_after].sort((a, b) => a - b)
    expect(await waits(() => randomisation(portal, 'late'))).toEqual([1, 2])
    const [soonest = 0, latest = 0] = await waits(() => report(portal))
    expect(soonest).toBeGreaterThanOrEqual(30)
    expect(latest).toBeGreaterThan(soonest)
  })

  it('answers that it is alive, and redirects a sign-in to a page that says so', async () => {
    await takesOn(8, (index) => randomisation(portal, `alive-${index}`))
    expect((await portal.app.request('/healthz')).status).toBe(200)
    const signIn = await portal.app.request(redirectPath('sso'))
    expect(signIn.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=overloaded`)
  })

  it('takes no place while a body is being sent, however slowly', async () => {
    portal = limited({ under_way: 8, under_way_of_person: 100 }, () => false)
    let finish = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{'))
        finish = () => controller.close()
      },
    })
    let isRead = false
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        isRead = true
        controller.enqueue(part)
      },
    })
    const slow = portal.send(nurse, 'auth/me/update', {
      method: 'PUT',
      body: body.pipeThrough(watched),
      duplex: 'half',
    })
    await until('its first byte was read', () => isRead)
    expect(portal.admission.under_way()).toBe(0)
    finish()
    expect((await slow).status).toBe(400)
  })
})

describe('a client that sends many requests at once', () => {
  it('is refused alone, whatever it requests; a colleague is served', async () => {
    // Each report looks the session up again once it has a place. Three are read at once.
    const portal = limited({ under_way: 100, under_way_of_person: 3 }, (lookUp) => lookUp > 3 && lookUp <= 6)
    const taken: Promise<Response>[] = []
    for (let index = 0; index < 3; index += 1) taken.push(report(portal))
    await until('they are under way', () => portal.admission.under_way() === 3)
    await until('each has its place', () => portal.lookUps() === 6)
    expect(await refusalOf(list(portal))).toEqual({
      status: 429,
      code: 'too_many_requests',
      message: ERRORS.too_many_requests.message,
      retry_after: 1,
    })
    expect((await randomisation(portal, 'colleague')).status).toBe(201)
    portal.release()
    expect(await statusesOf(taken)).toEqual([200, 200, 200])
    expect((await list(portal)).status).toBe(200)
  })
})
