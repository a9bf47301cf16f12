import { API_BASE } from '#contract/api-address'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import { readBuiltApp } from '../../../../src/server/ground/files/built-app'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { plainRequest } from '../../../support/plain-request'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
let monitor: SignedIn
let folder: string

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world)
  administrator = await signedInAs(world, 'administrator')
  monitor = await signedInAs(world, 'monitor')
  await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id: trial.trial_id, site_id: null })
  folder = mkdtempSync(join(tmpdir(), 'equipoise-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Equipoise</title>')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.stop()
})

type Sent = { method?: string; headers?: Record<string, string>; body?: string }
type Question = [status: number, says: string, who: () => SignedIn | null, path: () => string, sent?: Sent]

const toTheTrial = (more: string) => () => `trials/${trial.trial_id}${more}`
const postOf = (body: unknown): Sent => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

const QUESTIONS: Question[] = [
  [200, 'a read', () => administrator, () => 'trials'],
  [200, 'a public read', () => null, () => 'app-instance'],
  [200, 'the document', () => null, () => 'openapi.json'],
  [201, 'a write', () => administrator, () => 'trials', postOf(aTrialForm())],
  [302, 'the way to a provider', () => null, () => 'auth/ping/redirect?idp=sso'],
  [400, 'no JSON', () => administrator, () => 'trials', { ...postOf({}), body: '{' }],
  [401, 'nobody', () => null, () => 'trials'],
  [401, 'a REF that is none', () => null, () => 'auth/ping/login?idp=sso&ref=none'],
  [403, 'a person without the level', () => monitor, () => 'trials', postOf(aTrialForm())],
  [404, 'no such thing', () => administrator, () => 'trials/999999'],
  [404, 'no such address', () => administrator, () => 'nowhere'],
  [405, 'no such method', () => administrator, () => 'trials', { method: 'DELETE' }],
  [
    409,
    'a state that forbids it',
    () => administrator,
    toTheTrial('/status'),
    postOf({ trial_status_id: 1, reason: 'No' }),
  ],
  [413, 'too much', () => administrator, () => 'trials', postOf('x'.repeat(1024 * 1024))],
  [
    415,
    'another type',
    () => administrator,
    () => 'trials',
    { ...postOf({}), headers: { 'Content-Type': 'text/html' } },
  ],
  [422, 'no form', () => administrator, () => 'trials', postOf({})],
]

const answerTo = ([, , who, path, sent = {}]: Question) => {
  const person = who()
  const authorised = person ? { Authorization: `Bearer ${person.token}` } : {}
  return plainRequest(world, path(), { ...sent, headers: { ...sent.headers, ...authorised } })
}

describe('every answer of the API', () => {
  test.each(QUESTIONS)('is marked, named, never stored and isolated: %i for %s', async (...question) => {
    const { status, headers } = await answerTo(question)
    expect(status).toBe(question[0])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-api': 'equipoise/1',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(headers.get('Content-Type')).toBe(
      status >= 400 ? 'application/problem+json' : status === 302 ? null : 'application/json',
    )
  })

  test('also the empty one', async () => {
    const { token } = await signedInAs(world, 'nurse')
    const sent = { method: 'POST', headers: { Authorization: `Bearer ${token}` } }
    const { status, headers, text } = await plainRequest(world, 'auth/logout', sent)
    expect([status, text, headers.get('Content-Type')]).toEqual([204, '', null])
    expect([headers.get('X-Api'), headers.get('Cache-Control')]).toEqual(['equipoise/1', 'no-store'])
  })

  test('has an id of its own', async () => {
    const names = []
    for (const question of QUESTIONS) names.push((await answerTo(question)).headers.get('X-Request-Id'))
    expect(new Set(names).size).toBe(QUESTIONS.length)
  })
})

describe('the page', () => {
  const served = async (changes: { public_url?: string; google_analytics_id?: string } = {}) => {
    const client = await readBuiltApp(folder, join(folder, 'none'))
    if (!client.ok) throw new Error(client.refusal)
    const { context } = world
    const log = pino({ level: 'silent' })
    return createApp({ ...context, log, client: client.value, config: { ...context.config, ...changes } }).request('/')
  }

  test('may send page counts to one origin where a measurement id is set, and run nothing from there', async () => {
    const policyOf = async (changes = {}) =>
      ((await served(changes)).headers.get('Content-Security-Policy') ?? '').split('; ')
    const [without, counted] = [await policyOf(), await policyOf({ google_analytics_id: 'G-ABC123' })]
    expect(counted).toContain("connect-src 'self' https://www.google-analytics.com")
    const others = (policy: string[]) => policy.filter((part) => !part.startsWith('connect-src'))
    expect(others(counted)).toEqual(others(without))
  })

  test('may load, run, frame and send nothing foreign', async () => {
    const response = await served()
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Equipoise</title>'])
    const policy = (response.headers.get('Content-Security-Policy') ?? '').split('; ')
    expect(policy.toSorted()).toEqual(
      [
        "default-src 'self'",
        "base-uri 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'frame-src blob:',
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "style-src-attr 'none'",
        "style-src-elem 'self' 'unsafe-inline'",
        "worker-src 'self'",
      ].toSorted(),
    )
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    })
  })

  test('requires https where it is served by https', async () => {
    expect((await served()).headers.get('Strict-Transport-Security')).toBeNull()
    const secure = await served({ public_url: 'https://trials.example.org' })
    expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('an answer that breaks the contract', () => {
  test.each([
    ['is a defect, told without internals', 'test', 500],
    ['goes out in production, where it may be better than none', 'prod', 200],
  ])('%s', async (_says, instance, expected) => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const trials = world.context.database.queries.updateTable('trials')
    // A date that the database accepts and the contract does not.
    await trials.set({ started_on: 'infinity' }).where('id', '=', trial_id).execute()
    const config = { ...world.context.config, instance }
    const app = createApp({ ...world.context, log: pino({ level: 'silent' }), config })
    const headers = { Authorization: `Bearer ${administrator.token}` }
    const response = await app.request(`${API_BASE}/trials/${trial_id}`, { headers })
    const text = await response.text()
    expect([response.status, text.includes('started_on')]).toEqual([expected, expected === 200])
  })
})

describe('the log', () => {
  const line = v.looseObject({
    level: v.number(),
    request_id: v.string(),
    method: v.string(),
    path: v.string(),
    status: v.number(),
    ms: v.number(),
    user_id: v.optional(v.number()),
  })

  const logged = async (path: string, init: RequestInit = {}) => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (text: string) => void lines.push(text) })
    const response = await createApp({ ...world.context, log }).request(`${API_BASE}/${path}`, init)
    // The log line is written after the answer.
    await setImmediate()
    const entries = lines.map((text) => v.parse(line, JSON.parse(text)))
    expect(entries).toHaveLength(1)
    return { response, entry: entries[0], text: lines.join('') }
  }

  test('has one line for each request: user, call and outcome, under the id in the answer', async () => {
    const headers = { Authorization: `Bearer ${administrator.token}` }
    const { response, entry } = await logged('trials/1?x=1', { headers })
    expect(entry).toMatchObject({
      level: 30,
      request_id: response.headers.get('X-Request-Id'),
      method: 'GET',
      path: `${API_BASE}/trials/1`,
      status: 422,
      user_id: world.personId('administrator'),
    })
  })

  test('contains no secret: no token, no REF, no search, no body', async () => {
    const headers = { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' }
    const secrets = [administrator.token, 'SECRET-REF', 'SECRET-SEARCH', 'SECRET-BODY']
    const texts = [
      (await logged('auth/ping/login?idp=sso&ref=SECRET-REF')).text,
      (await logged('trials?q=SECRET-SEARCH', { headers })).text,
      (await logged('trials', { method: 'POST', headers, body: '{"title":"SECRET-BODY"}' })).text,
    ].join('\n')
    for (const secret of secrets) expect(texts).not.toContain(secret)
  })
})
