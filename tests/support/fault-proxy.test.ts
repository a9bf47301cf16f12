import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openFaultProxy, type FaultKind } from './fault-proxy'
import { until } from './until'

/* Each fault as the caller and the server see it. */

const ANSWER = 'what the server says, in more than a few words'
const HOUR_MS = 3_600_000

/** A server that gives everything the same answer, behind the proxy. */
const aWay = async () => {
  let received = 0
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/thing')) received += 1
    response.writeHead(201, { 'Content-Type': 'text/plain', 'Content-Length': ANSWER.length }).end(ANSWER)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy = await openFaultProxy()
  const upstream = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  proxy.passTo(upstream)
  onTestFinished(async () => {
    await proxy.goDown()
    server.close()
  })
  return { proxy, upstream, received: () => received }
}

type Way = { url: string }

/** The caller's result, in words. */
const textFrom = ({ url }: Way, init: RequestInit = {}): Promise<string> =>
  fetch(`${url}/thing?a=b`, { redirect: 'manual', method: 'POST', ...init })
    .then(async (response) => `${response.status} ${response.headers.get('Location') ?? (await response.text())}`)
    .catch((error: unknown) => (error instanceof DOMException ? 'nothing, ever' : 'a dead connection'))

const MET: { fault: FaultKind; expected: string | RegExp; hears: number }[] = [
  { fault: 'question_lost', expected: 'a dead connection', hears: 0 },
  { fault: 'answer_lost', expected: 'a dead connection', hears: 1 },
  { fault: 'truncated', expected: 'a dead connection', hears: 1 },
  { fault: 'black_hole', expected: 'nothing, ever', hears: 0 },
  { fault: 'stalled', expected: 'nothing, ever', hears: 1 },
  { fault: 'held', expected: 'nothing, ever', hears: 0 },
  { fault: { delayed: HOUR_MS }, expected: 'nothing, ever', hears: 0 },
  { fault: { delayed: 1 }, expected: `201 ${ANSWER}`, hears: 1 },
  { fault: { dripped: 1 }, expected: `201 ${ANSWER}`, hears: 1 },
  { fault: 'captive_portal', expected: /^200 <!doctype html>/, hears: 0 },
  { fault: 'redirected', expected: '302 http://wifi.invalid/terms', hears: 0 },
  { fault: { status: 503 }, expected: '503 Nobody is behind me', hears: 0 },
]

test.for(MET)('$fault: the caller gets $expected, and the server receives it $hears times', async (row) => {
  const way = await aWay()
  const fault = way.proxy.inflict(row.fault)
  const patience = new AbortController()
  const text = textFrom(way.proxy, { signal: patience.signal })
  await until('the fault has met it', () => fault.met() === 1 && way.received() === row.hears)
  if (row.expected === 'nothing, ever') {
    // Another request is sent and answered meanwhile, and the first still has no answer.
    await (await fetch(`${way.upstream}/other`)).text()
    patience.abort()
  }
  expect(await text).toMatch(row.expected)
  expect({ met: fault.met(), received: way.received() }).toEqual({ met: 1, received: row.hears })
  fault.lift()
  expect(await textFrom(way.proxy)).toBe(`201 ${ANSWER}`)
})

test('a delayed request continues when the fault is over', async () => {
  const way = await aWay()
  const delayed = way.proxy.inflict({ delayed: HOUR_MS })
  const waiting = textFrom(way.proxy)
  await until('it waits', () => delayed.met() === 1)
  delayed.lift()
  expect(await waiting).toBe(`201 ${ANSWER}`)
})

test('a dripped answer has more than one piece, and is complete in the end', async () => {
  const way = await aWay()
  way.proxy.inflict({ dripped: 150 })
  const { body } = await fetch(`${way.proxy.url}/thing`)
  const pieces: string[] = []
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) pieces.push(piece)
  expect(pieces.join('')).toBe(ANSWER)
  expect(pieces.length).toBeGreaterThan(1)
})

test('a fault affects only the requests that it names, beginning with the first', async () => {
  const way = await aWay()
  const other = way.proxy.inflict('question_lost', { method: 'GET' })
  const elsewhere = way.proxy.inflict('question_lost', { path: /^\/other$/ })
  const first = way.proxy.inflict({ status: 429 }, { method: 'POST', path: /^\/thing$/ })
  const second = way.proxy.inflict('question_lost', { method: 'POST' })
  expect(await textFrom(way.proxy)).toMatch(/^429/)
  first.lift()
  expect(await textFrom(way.proxy)).toBe('a dead connection')
  expect([other, elsewhere, first, second].map(({ met }) => met())).toEqual([0, 0, 1, 1])
})

test('a held request continues when the fault is over, one in a black hole is dead', async () => {
  const way = await aWay()
  const heldRequest = way.proxy.inflict('held', { method: 'POST' })
  const swallowed = way.proxy.inflict('black_hole', { method: 'PUT' })
  const [waiting, lost] = [textFrom(way.proxy), textFrom(way.proxy, { method: 'PUT' })]
  await until('both are met', () => heldRequest.met() === 1 && swallowed.met() === 1)
  await way.proxy.heal()
  expect([await waiting, await lost]).toEqual([`201 ${ANSWER}`, 'a dead connection'])
  expect(way.received()).toBe(1)
})

test('a stalled answer is complete when the fault is over', async () => {
  const way = await aWay()
  const stalled = way.proxy.inflict('stalled')
  const waiting = textFrom(way.proxy)
  await until('the server has heard', () => way.received() === 1)
  stalled.lift()
  expect(await waiting).toBe(`201 ${ANSWER}`)
})

test('no connection is accepted while it is down, and the same address answers when it is back', async () => {
  const way = await aWay()
  await way.proxy.goDown()
  expect(await textFrom(way.proxy)).toBe('a dead connection')
  await way.proxy.comeBack()
  expect(await textFrom(way.proxy)).toBe(`201 ${ANSWER}`)
})
