import { api } from '#contract/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCall, type CallDependencies } from '../../../src/client/api/create-call'
import { createQueryClient } from '../../../src/client/api/query-client'
import { longReportQuery, managementReportQuery, shortReportQuery } from '../../../src/client/api/report-queries'

/* The app waits 30 seconds for the server, and without limit for a report. */

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const HALF_A_MINUTE = 30_000

/** A server that never answers. */
const fetch = (request: Request) =>
  new Promise<never>((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })

const dependencies: CallDependencies = {
  origin: 'http://portal.example',
  installation: { clientId: () => 'client-id', nextRequestCount: () => 1 },
  fetch: (input) => fetch(new Request(input)),
  fetchWithUploadProgress: () => fetch,
  session: { token: () => 'the-token', renew: () => {}, refuse: () => {} },
  observe: () => {},
  holdWhileSending: () => () => {},
  now: () => Date.parse('2026-11-21T10:00:00.000Z'),
  idleSeconds: () => null,
  makeKey: () => 'made-key',
}
const call = createCall(dependencies)

/** Whether a promise has settled. */
const watched = (promise: Promise<unknown>) => {
  const state = { hasEnded: false }
  promise.then(
    () => (state.hasEnded = true),
    () => (state.hasEnded = true),
  )
  return state
}

test('a request is abandoned after 30 seconds, and not before', async () => {
  const outcome = call(api.getMe, {})
  const state = watched(outcome)
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE - 1)
  expect(state.hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ ok: false, refusal: { kind: 'timeout' } })
})

describe('a report is awaited without a limit', () => {
  const client = createQueryClient(call)
  const { signal } = new AbortController()
  const context = { client, signal }

  test.each([
    ['long', () => longReportQuery(1, () => {}).queryFn(context)],
    ['short', () => shortReportQuery(1).queryFn(context)],
    ['management', () => managementReportQuery.queryFn(context)],
  ])('the %s one', async (_, generate) => {
    const state = watched(generate())
    await vi.advanceTimersByTimeAsync(100 * HALF_A_MINUTE)
    expect(state.hasEnded).toBe(false)
  })
})
