import { ERRORS, problem } from '#contract/errors'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { redirectPath, signedInAs, type SignedIn } from '../../../support/sign-in'
import { until } from '../../../support/until'

/* A portal with more to do than it can, which takes on eight requests at once: what matters least is refused first (decision 0094). */

const AT_ONCE = 8
const OF_PERSON = 4

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
let nurse: SignedIn
beforeAll(async () => {
  world = await testPortal({
    environment: { REQUESTS_AT_ONCE: String(AT_ONCE), REQUESTS_AT_ONCE_PER_PERSON: String(OF_PERSON) },
  })
  trial = await aTrial(world)
  await grant(world, {
    person: 'nurse',
    role: 'Site user',
    trial_id: trial.trial_id,
    site_id: trial.sites[0]?.id ?? null,
  })
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
afterAll(() => world.stop())

const underWay = () => world.context.admission.under_way()

/** A request whose body ends when `finish` is called: until then it is under way. */
type Unfinished = { answer: Promise<Response>; finish: () => void }

const unfinished = (
  person: SignedIn,
  path: string,
  body: object,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Unfinished => {
  let finish = () => {}
  const text = new TextEncoder().encode(JSON.stringify(body))
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(text.slice(0, 1))
      finish = () => {
        controller.enqueue(text.slice(1))
        controller.close()
      }
    },
  })
  const headers = { 'Content-Type': 'application/json', ...init.headers }
  const sent = { method: 'POST', ...init, headers, body: stream, duplex: 'half' } satisfies RequestInit & {
    duplex: 'half'
  }
  return { answer: person.fetch(path, sent), finish }
}

const report = () => unfinished(administrator, 'reports/mgmt', { type: 'data' })
const list = () => unfinished(administrator, 'users/preview', {})
const action = (key: string) =>
  unfinished(
    nurse,
    'auth/me/update',
    { id: world.personId('nurse'), email: 'nurse@example.org', selected_timezone: 'Europe/Zurich' },
    { method: 'PUT', headers: { 'Idempotency-Key': key } },
  )
const randomisation = (key: string) =>
  unfinished(
    nurse,
    `trials/${trial.trial_id}/participants`,
    { site_id: trial.sites[0]?.id, participant_strata: [] },
    { headers: { 'Idempotency-Key': key } },
  )

const outcome = (person: SignedIn, index: number) => () =>
  unfinished(person, `trials/${trial.trial_id}/participants/outcome`, { idempotency_key: `never-sent-${index}` })

/** As many requests as one person may have under way, each of the kind that is refused last. */
const fullHouse = (person: SignedIn) => Array.from({ length: OF_PERSON }, (_, index) => outcome(person, index))

const participants = () => world.database.queries.selectFrom('participants').select('id').execute()

/** Sends them one after another, each as soon as the one before is under way. */
const underWayTogether = async (requests: readonly (() => Unfinished)[]): Promise<Unfinished[]> => {
  const sent: Unfinished[] = []
  for (const request of requests) {
    const before = underWay()
    sent.push(request())
    await until('it is under way', () => underWay() === before + 1)
  }
  return sent
}

const finished = async (sent: readonly Unfinished[]): Promise<number[]> => {
  for (const { finish } of sent) finish()
  return Promise.all(sent.map(async ({ answer }) => (await answer).status))
}

/** What a request is answered that is refused at once. */
const refused = async ({ answer, finish }: Unfinished) => {
  finish()
  const response = await answer
  const { code, message } = v.parse(problem, await response.json())
  return { status: response.status, code, message, retry_after: Number(response.headers.get('Retry-After')) }
}

const OVERLOADED = { status: 503, code: 'overloaded', message: ERRORS.overloaded.message }

describe('with more requests than it takes on at once', () => {
  it('refuses reports first, then lists, then actions, and randomising last; what it took on is done once', async () => {
    const sent = await underWayTogether([report, report])
    expect(await refused(report())).toMatchObject(OVERLOADED)
    sent.push(...(await underWayTogether([list, list])))
    expect(await refused(list())).toMatchObject(OVERLOADED)
    sent.push(...(await underWayTogether([() => action('one'), () => action('two')])))
    expect(await refused(action('refused'))).toMatchObject(OVERLOADED)
    sent.push(...(await underWayTogether([() => randomisation('one-more'), () => randomisation('and-one')])))
    expect(await refused(randomisation('refused'))).toMatchObject(OVERLOADED)
    expect(await finished(sent)).toEqual([200, 200, 422, 422, 200, 200, 201, 201])
    expect(underWay()).toBe(0)
    expect(await participants()).toHaveLength(2)
  })

  it('leaves the key of a refused request free', async () => {
    const sent = await underWayTogether([...fullHouse(administrator), ...fullHouse(nurse)])
    expect(await refused(randomisation('again'))).toMatchObject(OVERLOADED)
    await finished(sent)
    const before = await participants()
    const again = randomisation('again')
    again.finish()
    const response = await again.answer
    expect([response.status, response.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    expect(await participants()).toHaveLength(before.length + 1)
  })

  it('says when to come again: reports late, randomising soon, and not everyone at the same moment', async () => {
    const sent = await underWayTogether([...fullHouse(administrator), ...fullHouse(nurse)])
    const waits = async (request: () => Unfinished) =>
      [(await refused(request())).retry_after, (await refused(request())).retry_after].sort((a, b) => a - b)
    expect(await waits(() => randomisation('late'))).toEqual([1, 2])
    const [soonest = 0, latest = 0] = await waits(report)
    expect(soonest).toBeGreaterThanOrEqual(30)
    expect(latest).toBeGreaterThan(soonest)
    await finished(sent)
  })

  it('answers that it is alive, and leads a sign-in to a page that says so', async () => {
    const sent = await underWayTogether([...fullHouse(administrator), ...fullHouse(nurse)])
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200)
    const signIn = await fetch(`${world.url}${redirectPath('sso')}`, { redirect: 'manual' })
    expect(signIn.headers.get('Location')).toBe(`${world.url}/university-sso-return?error=overloaded`)
    await finished(sent)
  })
})

describe('a client that sends many requests at once', () => {
  it('is refused alone, whatever it asks for; a colleague is served', async () => {
    const sent = await underWayTogether(fullHouse(nurse))
    expect(await refused(randomisation('too-many'))).toEqual({
      status: 429,
      code: 'too_many_requests',
      message: ERRORS.too_many_requests.message,
      retry_after: 1,
    })
    expect((await administrator.fetch('auth/me')).status).toBe(200)
    await finished(sent)
    const after = randomisation('too-many')
    after.finish()
    expect((await after.answer).status).toBe(201)
  })
})
