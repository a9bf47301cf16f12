import { API_MARK } from '#contract/api-address'
import { REQUESTED_AT } from '#offline/late-answers'
import { AS_OF } from '#offline/read-through'
import { describe, expect, test } from 'vitest'
import { notingAnswers, type Traffic } from '../../../src/client/api/device-traffic'
import { createStore } from '../../../src/client/browser/store'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const MARK = { [API_MARK.name]: API_MARK.value }

type NotedRequest = { takes?: number; isCancelled?: boolean; former?: Traffic['clock'] }

/** The note about one request that takes 80 ms and ends like this. */
const notedOf = async (
  answer: () => Promise<Response>,
  { takes = 80, isCancelled = false, former = null }: NotedRequest = {},
) => {
  const traffic = createStore<Traffic>({ answers: [], errors: [], clock: former })
  let now = NOON
  const controller = new AbortController()
  const fetch = notingAnswers(
    async () => {
      now += takes
      if (isCancelled) controller.abort()
      return answer()
    },
    () => now,
    traffic,
    () => 7,
  )
  const request = new Request('https://portal.example/api/v1/trials/3/participants/7?q=secret', {
    signal: controller.signal,
  })
  await fetch(request).catch(() => null)
  return traffic.get()
}

const answered =
  (status: number, headers: Record<string, string> = MARK) =>
  () =>
    Promise.resolve(new Response('{"name":"Amara Hughes"}', { status, headers }))
const dead = () => Promise.reject(new TypeError('Failed to fetch https://portal.example/api/v1/trials/3'))

describe('of a request is noted', () => {
  test.each([
    { says: 'an answer', answer: answered(200), answers: ['HTTP 200 in 80 ms'], errors: [] },
    { says: 'a refusal', answer: answered(403), answers: ['HTTP 403 in 80 ms'], errors: ['HTTP 403'] },
    {
      says: 'what this device keeps',
      answer: answered(200, { ...MARK, [AS_OF]: new Date(NOON).toISOString() }),
      answers: ['from this device'],
      errors: [],
    },
    { says: 'the page of a Wi-Fi', answer: answered(200, {}), answers: [], errors: ['HTTP 200, not from the server'] },
    { says: 'no answer', answer: dead, answers: [], errors: ['no answer'] },
  ])('$says', async ({ answer, answers, errors }) => {
    const noted = await notedOf(answer)
    expect([noted.answers.map(({ kind }) => kind), noted.errors.map(({ kind }) => kind)]).toEqual([answers, errors])
    expect(JSON.stringify(noted)).not.toMatch(/trials|secret|Amara|portal/)
  })

  test('neither the time nor the speed of a late answer', async () => {
    const sent = { ...MARK, Date: new Date(NOON - 9000).toUTCString(), [REQUESTED_AT]: new Date(NOON).toISOString() }
    const noted = await notedOf(answered(200, sent))
    expect([noted.clock, noted.latest_ms]).toEqual([null, Infinity])
  })

  test('nothing for a request that the app cancelled, except that it waited in vain', async () => {
    expect((await notedOf(dead, { isCancelled: true })).errors).toEqual([])
    const late = await notedOf(dead, { isCancelled: true, takes: 8000 })
    expect(late.errors).toEqual([{ at: NOON + 8000, kind: 'no answer in time' }])
  })
})

test('an answer after the clock was put back says how far, also if that was during the request', async () => {
  const HOUR = 3_600_000
  const former = { offset_ms: 0, heard_at: NOON - 60_000, steady: 3 }
  const answer = answered(200, { ...MARK, Date: new Date(NOON).toUTCString() })
  const { clock } = await notedOf(answer, { takes: -HOUR, former })
  expect(clock?.put_back).toEqual({ at: NOON - HOUR, by: HOUR + 500 })
})

test.each([
  { clock: 'right', Date: 'Sat, 21 Nov 2026 12:00:00 GMT', offset: 460 },
  { clock: 'a day ahead', Date: 'Fri, 20 Nov 2026 12:00:00 GMT', offset: 460 - 86_400_000 },
])("a clock that is $clock is detected by the server's time", async ({ Date, offset }) => {
  const { clock } = await notedOf(answered(200, { ...MARK, Date }))
  expect(clock).toEqual({ offset_ms: offset, heard_at: NOON + 80, steady: 7 })
})
