import { api } from '#contract/api'
import { API_MARK } from '#contract/api-address'
import { ROW_COUNT, type RowProgress } from '#contract/row-count'
import { REQUESTED_AT } from '#offline/late-answers'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCall, type CallDependencies } from '../../../src/client/api/create-call'
import type { Evidence } from '../../../src/client/api/evidence'

const MARK = { [API_MARK.name]: API_MARK.value }
const me = { id: 3, name: 'Amara Hughes', email: 'nurse@example.org', selected_timezone: null, max_level: 2 }
const asksForReport = { parameters: { trial_id: '7' }, body: { type: 'data' } } as const
const problem = (status: number, code: string) =>
  JSON.stringify({ type: '', title: '', status, detail: 'why', message: 'why', code })

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A server that answers as the test decides, and the calls of the app. */
let answer: Answer
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
let evidence: Evidence[]
let session: { token: string | null; log: string[] }
let storedOffset: number
let count: number
const sockets = new Set<Socket>()
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(request, response, body)
  })
})
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})

const reply = (status: number, headers: Record<string, string>, body = '') => {
  answer = (_request, response) => response.writeHead(status, headers).end(body)
}

const callOf = (port: number) => {
  const deps: CallDependencies = {
    origin: `http://127.0.0.1:${port}`,
    installation: { clientId: () => 'client-id', nextRequestCount: () => (count += 1) },
    fetch: (request) => {
      outlives.push(request.keepalive)
      return fetch(request)
    },
    fetchWithUploadProgress: () => fetch,
    session: {
      token: () => session.token,
      renew: (sent, renewed) => session.log.push(`renewed ${sent} ${renewed}`),
      refuse: (sent, failure) => session.log.push(`refused ${sent} ${failure.kind}`),
    },
    observe: (one) => evidence.push(one),
    holdWhileSending: () => {
      storedOffset += 1
      return () => {
        storedOffset -= 1
      }
    },
    now: () => Date.parse('2026-11-21T10:00:00.000Z'),
    idleSeconds: () => idle,
    makeKey: () => 'made-key',
  }
  return createCall(deps)
}
/** Whether each request is sent to its end if its page is left. */
let outlives: boolean[] = []
/** The seconds for which the device has been idle. */
let idle: number | null = 90
let call: ReturnType<typeof createCall>

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

beforeEach(async () => {
  seen = []
  outlives = []
  evidence = []
  session = { token: 'the-token', log: [] }
  storedOffset = 0
  count = 0
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  call = callOf(isAddress(address) ? address.port : 0)
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((closed) => server.close(closed))
})

const changeStatus = { parameters: { trial_id: '7' }, body: { trial_status_id: 4, reason: 'Stock' } } as const

describe('a call that fails', () => {
  test('by a reset connection is a network error, is sent once, and reports the connection', async () => {
    answer = (request) => request.socket.destroy()
    const outcome = await call(api.changeTrialStatus, changeStatus)
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'network', code: expect.any(String) } })
    expect(seen).toHaveLength(1)
    expect(evidence.map(({ kind }) => kind)).toEqual(['unreachable'])
    expect(storedOffset).toBe(0)
  })

  test('by a refused connection is a network error', async () => {
    await new Promise((closed) => server.close(closed))
    const outcome = await call(api.getMe, {})
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'network', code: 'ECONNREFUSED' } })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })

  test('by no answer is a timeout', async () => {
    answer = () => {}
    const outcome = await call(api.getMe, {}, { timeout_ms: 50 })
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'timeout', code: 'ECONNABORTED' } })
  })

  test('by a body that never ends is a timeout too', async () => {
    answer = (_request, response) => response.writeHead(200, MARK).write('{"id":')
    const outcome = await call(api.getMe, {}, { timeout_ms: 80 })
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'timeout' } })
  })

  test('half-way through its rows is a network error, however many were received', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { ...MARK, [ROW_COUNT]: '3' })
      response.write('{"data":{"rows":[[1]\n,[2]\n', () => response.destroy())
    }
    const heard: RowProgress[] = []
    const options = { timeout_ms: null, onRows: (rows: RowProgress) => heard.push(rows) }
    const outcome = await call(api.makeLongReport, asksForReport, options)
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'network' } })
    expect(heard).toEqual([
      { done: 0, of: 3 },
      { done: 2, of: 3 },
    ])
  })

  test('because its caller cancelled it says nothing about the connection', async () => {
    answer = () => controller.abort()
    const controller = new AbortController()
    const outcome = await call(api.getMe, {}, { signal: controller.signal })
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'aborted' } })
    expect(evidence).toEqual([])
  })

  test('by a 500 is not sent again', async () => {
    reply(500, { ...MARK, 'X-Request-Id': 'r-1' }, problem(500, 'internal_error'))
    const outcome = await call(api.getMe, {})
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        kind: 'refused',
        status: 500,
        request: { method: 'GET', path: '/api/v1/auth/me', at: '2026-11-21T10:00:00.000Z', request_id: 'r-1' },
      },
    })
    expect(seen).toHaveLength(1)
    expect(evidence.map(({ kind }) => kind)).toEqual(['answered'])
  })

  test.each([
    ['HTML of a captive portal', 200, 'foreign'],
    ['a proxy that fails', 500, 'unreachable'],
    ['a gateway without a server', 503, 'unreachable'],
  ])('by %s reports the connection', async (_, status, kind) => {
    reply(status, { 'Content-Type': 'text/html' }, '<h1>Hello</h1>')
    expect((await call(api.getMe, {})).ok).toBe(false)
    expect(evidence.map((one) => one.kind)).toEqual([kind])
  })

  test('by a redirect is not the server’s answer, and the token is not sent on', async () => {
    reply(302, { Location: '/elsewhere' })
    const outcome = await call(api.getMe, {})
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: 'foreign', foreign_status: 302 } })
    expect(seen.map(({ url }) => url)).toEqual(['/api/v1/auth/me'])
  })

  test('by a 401 ends the session that sent it', async () => {
    reply(401, MARK, problem(401, 'token_revoked'))
    await call(api.getMe, {})
    expect(session.log).toEqual(['refused the-token refused'])
  })

  test('by a 401 of a public call ends no session', async () => {
    reply(401, MARK, problem(401, 'ref_invalid'))
    await call(api.loginFromPing, { query: { idp: 'sso', ref: 'x' } })
    expect(session.log).toEqual([])
  })

  test('by a 401 from something in between ends no session', async () => {
    reply(401, { 'Content-Type': 'text/html' }, 'proxy')
    await call(api.getMe, {})
    expect(session.log).toEqual([])
  })
})

describe('a call that succeeds', () => {
  test("sends the person's token, and returns the fields of the schema", async () => {
    reply(200, MARK, JSON.stringify(me))
    expect(await call(api.getMe, {})).toEqual({ ok: true, value: me })
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer the-token',
      'x-client-id': 'client-id',
      'x-request-counter': '1',
      'x-client-time': '2026-11-21T10:00:00.000Z',
      'x-idle-seconds': '90',
    })
    expect(seen[0]?.headers['idempotency-key']).toBeUndefined()
    expect(evidence).toEqual([{ kind: 'answered', at: Date.parse('2026-11-21T10:00:00.000Z'), ms: 0 }])
  })

  test('reports how many rows were received where the answer announces a number', async () => {
    const report =
      '{"data":{"timestamp":"2026-11-21T05:03:00.000Z","instance":"test","headings":["N"],"rows":[[1]\n,[2]\n]}}'
    reply(200, { ...MARK, [ROW_COUNT]: '2' }, report)
    const heard: RowProgress[] = []
    const outcome = await call(api.makeLongReport, asksForReport, { onRows: (rows) => heard.push(rows) })
    expect(outcome).toMatchObject({ ok: true, value: { data: { rows: [[1], [2]] } } })
    expect(heard.at(-1)).toEqual({ done: 2, of: 2 })
  })

  test('reports no touch where none is known', async () => {
    reply(200, MARK, JSON.stringify(me))
    idle = null
    await call(api.getMe, {})
    idle = 90
    expect(seen[0]?.headers['x-idle-seconds']).toBeUndefined()
  })

  test('counts each request', async () => {
    reply(200, MARK, JSON.stringify(me))
    await call(api.getMe, {})
    await call(api.getMe, {})
    expect(seen.map(({ headers }) => headers['x-request-counter'])).toEqual(['1', '2'])
  })

  test('sends no token with a public call, and the mark of a probe with a probe', async () => {
    reply(200, MARK, '{}')
    await call(api.getAppInstance, {}, { is_probe: true })
    expect(seen[0]?.headers.authorization).toBeUndefined()
    expect(seen[0]?.headers['x-probe']).toBe('1')
  })

  test('is not sent at all for data of signed-in people while nobody is signed in', async () => {
    session.token = null
    expect(await call(api.getMe, {})).toMatchObject({ ok: false, refusal: { kind: 'aborted' } })
    expect(seen).toEqual([])
  })

  test('stores a renewed token', async () => {
    reply(200, { ...MARK, 'X-Refreshed-Token': 'newer' }, JSON.stringify(me))
    await call(api.getMe, {})
    expect(session.log).toEqual(['renewed the-token newer'])
  })

  test('writes under a new key, or the given one, and marks the page busy meanwhile', async () => {
    let offsetMeanwhile = 0
    answer = (_request, response) => {
      offsetMeanwhile = storedOffset
      response.writeHead(204, MARK).end()
    }
    await call(api.logout, {})
    await call(api.logout, {}, { idempotency_key: 'given-key' })
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['made-key', 'given-key'])
    expect([offsetMeanwhile, storedOffset]).toEqual([1, 0])
  })

  test('sends its body as JSON to its own path', async () => {
    reply(409, MARK, problem(409, 'status_change_not_allowed'))
    await call(api.changeTrialStatus, changeStatus)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/trials/7/status',
      body: '{"trial_status_id":4,"reason":"Stock"}',
    })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
  })
})

describe('a late answer to an earlier request', () => {
  const LATE = { ...MARK, [REQUESTED_AT]: '2026-11-21T09:59:50.000Z' }

  test('says nothing about the connection, and renews no token', async () => {
    reply(200, { ...LATE, 'X-Refreshed-Token': 'newer' }, JSON.stringify(me))
    expect((await call(api.getMe, {})).ok).toBe(true)
    expect([evidence, session.log]).toEqual([[], []])
  })

  test('that refuses its token ends no session', async () => {
    reply(401, LATE, problem(401, 'token_revoked'))
    expect((await call(api.getMe, {})).ok).toBe(false)
    expect([evidence, session.log]).toEqual([[], []])
  })
})

test('a request is sent to its end after its page where it asks for that', async () => {
  reply(204, MARK)
  await call(api.logout, {})
  await call(api.logout, {}, { outlives_page: true })
  expect(outlives).toEqual([false, true])
})
