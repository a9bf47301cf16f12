import { API_MARK } from '#contract/api-address'
import type { StoredAction } from '#contract/stored-action'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '../../../../src/client/api/create-call'
import { sendAction } from '../../../../src/client/device/outbox/send-action'
import { aNewDispense, aNewFlag, NOON, stored } from './some-actions'

/* An action as a request, and the effect of each answer. The server answers as the test decides. */

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let answer: Answer
let seen: { line: string; key: string | undefined; isFinal: boolean; body: unknown }[]
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const key = request.headers['idempotency-key']
    seen.push({
      line: `${request.method} ${request.url}`,
      key: typeof key === 'string' ? key : undefined,
      isFinal: request.headers['x-refusal-is-final'] === '1',
      body: JSON.parse(body),
    })
    answer(response, request)
  })
})

let port: number
beforeEach(async () => {
  seen = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const MARKED = { [API_MARK.name]: API_MARK.value, 'Content-Type': 'application/json' }

const refusal = (status: number, fields?: Record<string, string>, code = 'why', more: object = {}) =>
  JSON.stringify({ type: '', title: '', status, detail: 'No', message: 'No', code, ...(fields && { fields }), ...more })

/** A pack that another person has dispensed, as the server describes it. */
const MEANWHILE = {
  id: 21,
  pack_id: 'A-1',
  study_pack_status_id: 6,
  last_log: { created_at: '2026-11-21T10:00:00.000Z', actioned_by_user: { id: 2, name: 'Li Wei' }, action: 'dispense' },
}
const TOLD = { ...MEANWHILE, last_log: { ...MEANWHILE.last_log, comment: 'Nobody else’s business' } }

const replying =
  (status: number, body: string, headers: Record<string, string> = MARKED): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)

const send = (action: StoredAction) =>
  sendAction(
    createCall({
      origin: `http://127.0.0.1:${port}`,
      installation: { clientId: () => 'client', nextRequestCount: () => 1 },
      fetch,
      fetchWithUploadProgress: () => fetch,
      session: { token: () => 'token', renew: () => {}, refuse: () => {} },
      observe: () => {},
      holdWhileSending: () => () => {},
      now: () => NOON,
      idleSeconds: () => null,
      makeKey: () => 'a key that nobody wants',
    }),
    action,
  )

const aFlag = stored(aNewFlag('the-id'))

describe('a sent action', () => {
  it('goes under its id as the key, which a refusal closes, with the body as it was stored, however often', async () => {
    answer = replying(500, refusal(500))
    await send(aFlag)
    await send(aFlag)
    const call = {
      line: 'POST /api/v1/trials/3/participants/7/flag',
      key: 'the-id',
      isFinal: true,
      body: { comment: 'Withdrew', flag_status: 'Flagged', performed_at: '2026-11-21T11:59:00.000Z' },
    }
    expect(seen).toEqual([call, call])
  })

  it('is one request for several packs', async () => {
    answer = replying(500, refusal(500))
    await send(stored(aNewDispense('the-id', [21, 22])))
    expect(seen).toMatchObject([
      {
        line: 'POST /api/v1/trials/3/study-packs/dispense',
        key: 'the-id',
        isFinal: true,
        body: { study_pack_ids: [21, 22] },
      },
    ])
  })

  it('is a defect where nothing is left to send', async () => {
    await expect(send(stored(aNewFlag('the-id'), { call: null }))).rejects.toThrow('nothing of it is left to send')
    expect(seen).toEqual([])
  })
})

const HOTEL = '<html>Welcome to our Wi-Fi</html>'
const FLAGGED = {
  id: 7,
  trial_sequence_no: 7,
  created_at: '2026-11-21T10:00:00.000Z',
  participant_id: null,
  study_group: { name: 'Blinded', is_blinded: true },
  site: { id: 11, title: 'Queens' },
  study_pack: null,
  flag_status: { name: 'Flagged' },
  participant_flags: [],
  is_unblinded: false,
}

describe('the answer', () => {
  it.each<[string, Answer, object]>([
    ['yes', replying(200, JSON.stringify(FLAGGED)), { kind: 'accepted' }],
    ['401 of ours', replying(401, refusal(401)), { kind: 'signed_out' }],
    ['409', replying(409, refusal(409)), { kind: 'refused', words: 'No' }],
    ['403', replying(403, refusal(403)), { kind: 'refused', words: 'No' }],
    ['422 with fields', replying(422, refusal(422, { a: 'One', b: 'Two' })), { kind: 'refused', words: 'One. Two' }],
    ['429', replying(429, refusal(429), { ...MARKED, 'Retry-After': '7' }), { retry_after_ms: 7000 }],
    [
      '429 of the limit of requests',
      replying(429, refusal(429, undefined, 'too_many_requests'), { ...MARKED, 'Retry-After': '3' }),
      { kind: 'unanswered', retry_after_ms: 3000 },
    ],
    [
      '429 that hears no more codes',
      replying(429, refusal(429, undefined, 'too_many_codes'), { ...MARKED, 'Retry-After': '7' }),
      { kind: 'refused', words: 'No', refusal: { code: 'too_many_codes', retry_after_s: 7 } },
    ],
    [
      '409 with who did it and when, but not why',
      replying(409, refusal(409, undefined, 'pack_status_conflict', { packs: [TOLD] })),
      { kind: 'refused', words: 'No', refusal: { code: 'pack_status_conflict', packs: [MEANWHILE] } },
    ],
    ['503 of ours', replying(503, refusal(503), { ...MARKED, 'Retry-After': '2' }), { retry_after_ms: 2000 }],
    ['500', replying(500, refusal(500)), { kind: 'unanswered', retry_after_ms: null }],
    ['408', replying(408, refusal(408)), { kind: 'unanswered' }],
    ['425', replying(425, refusal(425)), { kind: 'unanswered' }],
    ['a gateway that finds nobody', replying(502, 'Bad Gateway', {}), { kind: 'unanswered' }],
    ['a page of a Wi-Fi', replying(200, HOTEL, { 'Content-Type': 'text/html' }), { kind: 'unanswered' }],
    [
      'a page of a firewall',
      replying(403, '<p>Request rejected. Your support ID is: 4711-22</p>', { 'Content-Type': 'text/html' }),
      {
        kind: 'unanswered',
        words: 'Our firewall has blocked your request (support ID 4711-22)',
        isFirewall: true,
      },
    ],
    ['a 401 that is not ours', replying(401, HOTEL, { 'Content-Type': 'text/html' }), { kind: 'unanswered' }],
    [
      'a 413 of a proxy',
      replying(413, HOTEL, { 'Content-Type': 'text/html' }),
      { kind: 'unanswered', words: 'HTTP 413 error' },
    ],
    ['a 404 of a proxy', replying(404, HOTEL, { 'Content-Type': 'text/html' }), { kind: 'unanswered' }],
    ['a redirect', replying(302, '', { Location: '/login' }), { kind: 'unanswered' }],
    ['a yes that cannot be read', replying(200, '{"half":', MARKED), { kind: 'unanswered' }],
    ['none: the connection dies', (_, request) => request.socket.destroy(), { kind: 'unanswered' }],
  ])('%s', async (_, reply, made) => {
    answer = reply
    const sent = await send(aFlag)
    expect(sent).toMatchObject(made)
    expect(JSON.stringify(sent)).not.toContain('Nobody else')
    expect(seen).toHaveLength(1)
  })
})
