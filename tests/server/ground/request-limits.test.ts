import { API_BASE, API_MARK } from '#contract/api-address'
import { ERRORS } from '#contract/errors'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRequestLimits } from '../../../src/server/ground/request-limits'
import { aTrial } from '../../support/a-trial'
import { posted } from '../../support/ask'
import { testPortal, type TestPortal } from '../../support/portal'
import { exchange, redirectPath, signedInAs, type SignedIn } from '../../support/sign-in'
import { webBrowser } from '../../support/web-browser'

/** A clock in milliseconds that the test moves. */
let time = 0

let world: TestPortal
/** The refusals in the log. */
let logged: unknown[] = []
beforeEach(async () => {
  time = 0
  logged = []
  world = await testPortal({
    log: pino({}, { write: (line) => logged.push(JSON.parse(line).refusal) }),
    steady: () => time,
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      REQUESTS_PER_PERSON: '20',
      WRITES_PER_PERSON: '12',
      OUTCOMES_PER_PERSON: '10',
      ANONYMOUS_REQUESTS_PER_ADDRESS: '10',
    },
  })
})
afterEach(() => world.stop())

const statuses = async (count: number, send: (index: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await send(index)).status)
  return statuses
}

const all = (count: number, status: number) => Array.from({ length: count }, () => status)

const from = (address: string) => ({ 'X-Forwarded-For': address })

const getAnonymously = (path: string, address: string) =>
  fetch(`${world.url}${path}`, { headers: from(address), redirect: 'manual' })

describe('a signed-in person', () => {
  const readMe = (person: SignedIn) => person.fetch('auth/me')
  const chooseZone = (person: SignedIn, key: string, body = JSON.stringify(PROFILE())) =>
    person.fetch('auth/me/update', { method: 'PUT', body, headers: { 'Idempotency-Key': key } })
  const PROFILE = () => ({
    id: world.personId('nurse'),
    email: 'nurse@example.org',
    selected_timezone: 'Europe/Zurich',
  })

  it('is refused with 429 after a minute’s requests at once, with a time to retry', async () => {
    const nurse = await signedInAs(world, 'nurse')
    expect(await statuses(20, () => readMe(nurse))).toEqual(all(20, 200))
    const refused = await readMe(nurse)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('3')
    expect(refused.headers.get(API_MARK.name)).toBe(API_MARK.value)
    expect(await refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: ERRORS.too_many_requests.message,
    })
    time += 3000
    expect(await statuses(2, () => readMe(nurse))).toEqual([200, 429])
  })

  it('is counted alone: colleagues at the same address continue, and another session of theirs does not help', async () => {
    const nurse = await signedInAs(world, 'nurse')
    await statuses(20, () => readMe(nurse))
    expect((await readMe(await signedInAs(world, 'nurse'))).status).toBe(429)
    expect((await readMe(await signedInAs(world, 'monitor'))).status).toBe(200)
  })

  it('writes less often than they read, and a refused write has no effect: its key is still free', async () => {
    const nurse = await signedInAs(world, 'nurse')
    expect(await statuses(12, (index) => chooseZone(nurse, `key-${index}`))).toEqual(all(12, 200))
    expect((await chooseZone(nurse, 'last')).status).toBe(429)
    expect((await readMe(nurse)).status).toBe(200)
    time += 5000
    const again = await chooseZone(nurse, 'last')
    expect(again.status).toBe(200)
    expect(again.headers.get('Idempotency-Replayed')).toBeNull()
  })

  it('is refused before anything of a body is read', async () => {
    const nurse = await signedInAs(world, 'nurse')
    await statuses(20, () => readMe(nurse))
    expect((await chooseZone(nurse, 'key', '{')).status).toBe(429)
  })

  it('closes no more keys than one person can have lost answers', async () => {
    const trial = await aTrial(world)
    const administrator = await signedInAs(world, 'administrator')
    const close = (index: number) =>
      administrator.fetch(`trials/${trial.trial_id}/participants/outcome`, posted({ idempotency_key: `lost-${index}` }))
    expect(await statuses(11, close)).toEqual([...all(10, 200), 429])
    const keys = await world.database.queries.selectFrom('idempotency_keys').select('key').execute()
    expect(keys).toHaveLength(10)
  })
})

describe('an address without sign-in', () => {
  it('is refused further sign-ins, and the app’s page says so', async () => {
    const begin = (address: string) => getAnonymously(redirectPath('google'), address)
    expect(await statuses(10, () => begin('203.0.113.1'))).toEqual(all(10, 302))
    const refused = await begin('203.0.113.1')
    expect(refused.headers.get('Location')).toBe(`${world.url}/google-return?error=too_many_requests`)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      [API_MARK.name.toLowerCase()]: API_MARK.value,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    await setImmediate()
    expect(logged.at(-1)).toBe('too_many_requests')
    const stored = await world.database.queries.selectFrom('sign_in_attempts').select('idp').execute()
    expect(stored).toHaveLength(10)
    expect((await begin('203.0.113.2')).headers.get('Location')).not.toContain('error=')
  })

  it('exchanges no more references, and no guess among them is checked', async () => {
    await statuses(10, () => getAnonymously(redirectPath('sso'), '127.0.0.1'))
    const guess = await exchange(world, 'sso', 'guess', webBrowser())
    expect(guess.status).toBe(429)
  })

  it('opens no more pages of external accounts, and sees that on one', async () => {
    const open = () => getAnonymously('/idp/external/forgotten', '203.0.113.1')
    expect(await statuses(10, open)).toEqual(all(10, 200))
    const refused = await open()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('6')
    expect(await refused.text()).toContain(ERRORS.too_many_requests.message)
  })

  it('prevents none of a hospital’s devices from starting, and no signed-in person behind it', async () => {
    const nurse = await signedInAs(world, 'nurse')
    await statuses(11, () => getAnonymously(redirectPath('sso'), '127.0.0.1'))
    expect(await statuses(30, () => getAnonymously(`${API_BASE}/app-instance`, '127.0.0.1'))).toEqual(all(30, 200))
    expect((await nurse.fetch('auth/me')).status).toBe(200)
  })

  it('loses nothing by downloads, whose token a person was counted for', async () => {
    const download = () =>
      getAnonymously(`${API_BASE}/trials/1/exports/participants/download?token=none&format=csv`, '203.0.113.1')
    expect(await statuses(15, download)).toEqual(all(15, 401))
    expect((await getAnonymously('/idp/external/forgotten', '203.0.113.1')).status).toBe(200)
  })

  it('loses nothing by requests with an invalid token', async () => {
    const forged = { Authorization: 'Bearer no.such.token', ...from('203.0.113.1') }
    expect(await statuses(15, () => fetch(`${world.url}${API_BASE}/auth/me`, { headers: forged }))).toEqual(
      all(15, 401),
    )
    expect((await getAnonymously('/idp/external/forgotten', '203.0.113.1')).status).toBe(200)
  })
})

it('drops the subject that was idle longest, so that many addresses cannot fill the memory', () => {
  const one = { requests_of_person: 10, writes_of_person: 10, outcomes_of_person: 10, anonymous_from_address: 10 }
  const limits = createRequestLimits(one, () => 0)
  const claim = (subject: string) => limits.claim(['anonymous_from_address'], subject)
  for (let count = 0; count < 9; count += 1) ['silent', 'busy'].forEach(claim)
  expect(claim('silent')).toBeNull()
  expect(claim('silent')).not.toBeNull()
  for (let count = 0; count < 10_000; count += 1) claim(`first ${count}`)
  expect(claim('busy')).toBeNull()
  for (let count = 0; count < 10_001; count += 1) claim(`second ${count}`)
  expect(claim('busy')).not.toBeNull()
  expect(claim('silent')).toBeNull()
})
