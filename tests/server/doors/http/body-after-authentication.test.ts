import { API_BASE } from '#contract/api-address'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

let world: TestPortal
const sockets: Socket[] = []

beforeAll(async () => {
  world = await testPortal()
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
afterAll(() => world.stop())

/** A connection that sends its bytes at once, and all that it has received so far. */
const connection = () => {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let received = ''
  socket.on('data', (part) => (received += part.toString('latin1')))
  return {
    send: (text: string) => socket.write(text),
    /** The status lines, as soon as there are this many. */
    statuses: async (count: number) => {
      const lines = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      await vi.waitUntil(() => lines().length >= count, { timeout: 10_000 })
      return lines()
    },
    received: () => received,
  }
}

const BODY_BYTES = 9_800_000
const CHUNK = 65_536

const head = (path: string, headers: Record<string, string>) =>
  [
    `POST ${API_BASE}/${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const NEXT = `GET ${API_BASE}/app-instance HTTP/1.1\r\nHost: localhost\r\n\r\n`

const DECLARED = { 'Content-Length': String(BODY_BYTES) }
const CHUNKED = { 'Transfer-Encoding': 'chunked' }
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'['.repeat(bytes)}\r\n`
const LAST_CHUNK = '0\r\n\r\n'

describe('a body is not read before its sender is known', () => {
  const revokedToken = async () => {
    const { token, fetch } = await signedInAs(world, 'nurse')
    await fetch('auth/logout', { method: 'POST' })
    return `Bearer ${token}`
  }

  test.each([
    ['nobody is signed in', 'no_token', async () => null],
    ['the token is none', 'token_invalid', async () => 'Bearer nonsense'],
    ['the session has ended', 'token_revoked', revokedToken],
  ])('answers 401 after the first bytes where %s', async (_says, code, authorization) => {
    const value = await authorization()
    const person: Record<string, string> = value === null ? {} : { Authorization: value }
    for (const [framing, first] of [[DECLARED, '['.repeat(CHUNK)] as const, [CHUNKED, chunk(CHUNK)] as const]) {
      const { send, statuses, received } = connection()
      send(head('users/permissions', { ...framing, ...person }) + first)
      expect(await statuses(1)).toEqual([401])
      expect(received()).toContain(`"code":"${code}"`)
    }
  })

  test('nor where its declared length is too large', async () => {
    const { token } = await signedInAs(world, 'nurse')
    const { send, statuses } = connection()
    send(head('trials/1/status', { ...DECLARED, Authorization: `Bearer ${token}` }))
    expect(await statuses(1)).toEqual([413])
  })
})

describe('the rest of a refused body is dropped, and the connection stays open', () => {
  test('after a 401, whether it is sent with the request or after the answer', async () => {
    for (const wait of [false, true]) {
      const { send, statuses } = connection()
      send(head('users/permissions', DECLARED))
      if (wait) await statuses(1)
      send('['.repeat(BODY_BYTES))
      send(NEXT)
      expect(await statuses(2)).toEqual([401, 200])
    }
  })

  test.each([
    ['that its length told', DECLARED, '['.repeat(BODY_BYTES)],
    ['that its chunks told', CHUNKED, chunk(CHUNK).repeat(BODY_BYTES / CHUNK) + LAST_CHUNK],
  ])('after a 413 %s', async (_says, framing, body) => {
    const { token } = await signedInAs(world, 'nurse')
    const { send, statuses } = connection()
    send(head('trials/1/status', { ...framing, Authorization: `Bearer ${token}` }))
    send(body)
    send(NEXT)
    expect(await statuses(2)).toEqual([413, 200])
  })

  test('also after the page that refuses a form', async () => {
    const { send, statuses } = connection()
    const form = 'Content-Type: application/x-www-form-urlencoded'
    send(`POST /idp/external/sign-in HTTP/1.1\r\nHost: localhost\r\n${form}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`)
    send('a'.repeat(BODY_BYTES))
    send(NEXT)
    expect(await statuses(2)).toEqual([413, 200])
  })

  test('so that a client that sends everything first gets the reason', async () => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '['.repeat(BODY_BYTES) }
    const answer = await fetch(`${world.url}${API_BASE}/users/permissions`, sent)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'no_token' })
  })
})
