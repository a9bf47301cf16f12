import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { createTrial, listTrials } from '#contract/trials'
import { isPublic } from '#contract/needs'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import { openDatabase, type OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { createSessionReader } from '../../../../src/server/ground/sessions/session-reader'
import { aTrial } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { failingNetwork, type FailingNetwork } from '../../ground/db/failing-network'

let world: TestPortal
let administrator: SignedIn

beforeEach(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterEach(() => world.stop())

describe('while the database is away', () => {
  const BODIES: Record<string, object> = {
    createTrial: aTrialForm(),
    changeTrialStatus: { trial_status_id: 3, reason: 'Ready' },
    randomiseParticipant: { site_id: 1 },
    settleRandomisation: { idempotency_key: 'key' },
  }

  /** The same portal over a closed database. */
  const stranded = async () => {
    const database = TEST_SERVER ? await world.database.openAnother() : world.database
    await database.close()
    const readSession = createSessionReader(database.queries)
    return createApp({ ...world.context, database, readSession, log: pino({ level: 'silent' }) })
  }

  test('every call that needs it answers 503 with a time to retry, and none a 500', async () => {
    const { trial_id } = await aTrial(world)
    const app = await stranded()
    const answers: Record<string, unknown> = {}
    const calls = Object.entries<Endpoint>(api).filter(([, call]) => !isPublic(call))
    for (const [name, { method, path }] of calls) {
      const body = BODIES[name]
      const address = path.replace('{trial_id}', `${trial_id}`).replace(/\{\w+\}/g, '1')
      const response = await app.request(`${API_BASE}/${address}`, {
        method,
        headers: { Authorization: `Bearer ${administrator.token}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const { headers, status } = response
      answers[name] = [status, await response.json(), headers.get('Retry-After'), headers.get('X-Api')]
    }
    const away = [503, expect.objectContaining({ code: 'unavailable' }), '2', 'equipoise/1']
    expect(answers).toEqual(Object.fromEntries(calls.map(([name]) => [name, away])))
  })

  test.each(['auth/ping/redirect?idp=sso', 'auth/ping/callback?state=a', 'auth/ping/login?idp=sso&ref=a'])(
    'a sign-in through a provider is refused, not broken: %s',
    async (path) => {
      const headers = { Cookie: `equipoise_sign_in=${'a'.repeat(43)}` }
      const response = await (await stranded()).request(`${world.url}${API_BASE}/${path}`, { headers })
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
    },
  )

  test('calls without a database still answer, and the process lives', async () => {
    const app = await stranded()
    const statuses = []
    for (const path of [
      '/healthz',
      '/readyz',
      `${API_BASE}/app-instance`,
      `${API_BASE}/trials`,
      `${API_BASE}/nowhere`,
    ]) {
      statuses.push((await app.request(path)).status)
    }
    expect(statuses).toEqual([200, 503, 200, 401, 404])
  })
})

describe.skipIf(!TEST_SERVER)('a PostgreSQL that is lost during a call', () => {
  let network: FailingNetwork
  let database: OpenDatabase
  let send: (path: string, init?: RequestInit) => Promise<Response>

  beforeEach(async () => {
    network = await failingNetwork(world.database.url)
    database = await openDatabase({ database_url: network.url, data_dir: '' }, () => {})
    const app = createApp({ ...world.context, database, log: pino({ level: 'silent' }) })
    send = async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${administrator.token}`)
      headers.set('Content-Type', 'application/json')
      return app.request(`${API_BASE}/${path}`, { ...init, headers })
    }
  })
  afterEach(async () => {
    await database.close()
    await network.close()
  })

  /** The whole word, so that no column that begins with it matches. */
  const isCommit = (packet: Buffer) => /\bcommit\b/.test(packet.toString('latin1'))

  const stored = async () => valueOf(await ask(administrator, listTrials.response, 'trials?q=Lost')).total
  const create = (key: string) => {
    const { body, method = '' } = posted(aTrialForm({ title: 'Lost' }))
    return send('trials', { method, body: body ?? null, headers: { 'Idempotency-Key': key } })
  }
  const problemOf = async (response: Response) => {
    const { code }: { code?: string } = await response.json()
    return [response.status, code, response.headers.get('Retry-After')]
  }

  test('before any write answers 503, and nothing was written', async () => {
    network.treat((packet) => (packet.includes('insert into "trials"') ? 'cut' : 'forward'))
    expect(await problemOf(await create(randomUUID()))).toEqual([503, 'unavailable', '2'])
    expect(await stored()).toBe(0)
  })

  test('while it committed gives an unknown outcome, and the same key then finds it', async () => {
    const key = randomUUID()
    network.treat((packet) => (isCommit(packet) ? 'forward_and_cut_the_answer' : 'forward'))
    expect(await problemOf(await create(key))).toEqual([500, 'outcome_unknown', null])
    network.treat(() => 'forward')
    const repeat = await create(key)
    expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    expect(await stored()).toBe(1)
  })

  test('before it committed gives the same, and the same key then performs it', async () => {
    const key = randomUUID()
    network.treat((packet) => (isCommit(packet) ? 'cut' : 'forward'))
    expect(await problemOf(await create(key))).toEqual([500, 'outcome_unknown', null])
    network.treat(() => 'forward')
    const repeat = await create(key)
    expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    expect(await stored()).toBe(1)
  })

  test('and comes back works again as if nothing had happened', async () => {
    network.cut()
    const first = await send('trials')
    expect([200, 503]).toContain(first.status)
    expect((await send('trials')).status).toBe(200)
  })

  test('and stays away is 503 all the time', async () => {
    network.treat(() => 'cut')
    network.cut()
    expect(await problemOf(await send('trials'))).toEqual([503, 'unavailable', '2'])
    expect(await problemOf(await create(randomUUID()))).toEqual([503, 'unavailable', '2'])
    const answer = await ask(administrator, createTrial.response, 'trials', posted(aTrialForm({ title: 'Lost' })))
    expect(answer.status).toBe(201)
  })
})
