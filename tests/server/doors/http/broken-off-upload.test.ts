import { API_BASE } from '#contract/api-address'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../../src/server/start/app'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

const line = v.looseObject({ level: v.number(), msg: v.string(), status: v.optional(v.number()) })
type Line = v.InferOutput<typeof line>

const INFO = 30
const ERROR = 50

let world: TestPortal
let token: string
const logged: Line[] = []

beforeAll(async () => {
  const log = pino({}, { write: (text: string) => void logged.push(v.parse(line, JSON.parse(text))) })
  world = await testPortal({ log })
  token = (await signedInAs(world, 'administrator')).token
})
beforeEach(() => void logged.splice(0))
afterAll(() => world.stop())

const requestLine = () => logged.find(({ msg }) => msg === 'request')

/** Sends the head of a request and half of its body, waits until the server has read them, and disconnects. */
const breaksOff = async (path: string, headers: readonly string[], half: string) => {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, 'Expect: 100-continue', '\r\n'].join('\r\n')
  await new Promise<void>((resolve) => {
    // The server answers "100 Continue" only once the app has the request.
    socket.once('data', () => resolve())
    socket.write(head)
  })
  await new Promise<void>((resolve) => {
    socket.write(half, () => resolve())
  })
  socket.destroy()
  await vi.waitUntil(() => requestLine() !== undefined, { timeout: 10_000 })
}

const json = () => [`Authorization: Bearer ${token}`, 'Content-Type: application/json']

test.each([
  ['of a declared length', `${API_BASE}/trials`, () => [...json(), 'Content-Length: 500'], '{"title":'],
  ['in chunks', `${API_BASE}/trials`, () => [...json(), 'Transfer-Encoding: chunked'], '9\r\n{"title":\r\n'],
  [
    'of a form',
    '/idp/external/sign-in',
    () => ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 500'],
    'email=a',
  ],
])(
  "an upload %s that the client aborts is logged as the client's doing, not as an error",
  async (_says, path, headers, half) => {
    await breaksOff(path, headers(), half)
    expect(requestLine()).toMatchObject({ level: INFO, status: 499 })
    expect(logged.filter(({ level }) => level > INFO)).toEqual([])
    expect(logged.map(({ msg }) => msg)).toContain('upload broken off')
  },
)

test('while an error of the server stays one', async () => {
  const readSession = () => Promise.reject(new Error('the disk is full'))
  const failing = createApp({ ...world.context, readSession })
  const answer = await failing.request(`${API_BASE}/auth/me`, { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(500)
  // The log line of the request is written after its answer.
  await setImmediate()
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
    [ERROR, 'request failed'],
    [ERROR, 'request'],
  ])
})
