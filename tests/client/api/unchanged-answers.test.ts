// @vitest-environment happy-dom
import { api } from '#contract/api'
import { API_MARK } from '#contract/api-address'
import { REQUESTED_AT } from '#offline/late-answers'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { createCall } from '../../../src/client/api/create-call'
import { endpointQuery } from '../../../src/client/api/endpoint-query'
import { createQueryClient } from '../../../src/client/api/query-client'
import { showChangedPacks, studyPacksQuery } from '../../../src/client/api/study-pack-queries'
import { aShownPack } from '../a-shown-pack'

/* A page that has an answer asks only whether it is unchanged (decision 0107). */

const TRIAL = 7
const listOf = (...ids: number[]) => ({ data: [{ batch_id: 'B1', study_packs: ids.map((id) => aShownPack({ id })) }] })

/** What the server has, as a body with its tag. */
let server: { tag: string; body: unknown }
let answer: (request: Request) => Response
let requests: Request[]
let now: number
beforeEach(() => {
  requests = []
  now = Date.parse('2026-11-21T10:00:00.000Z')
  server = { tag: '"v1"', body: listOf(1, 2) }
  answer = (request) => {
    const headers = { [API_MARK.name]: API_MARK.value, ETag: server.tag }
    return request.headers.get('If-None-Match') === server.tag
      ? new Response(null, { status: 304, headers })
      : new Response(JSON.stringify(server.body), { headers })
  }
})

const openPage = () =>
  createQueryClient(
    createCall({
      origin: 'https://portal.example',
      installation: { clientId: () => 'client-id', nextRequestCount: () => 1 },
      fetch: async (request) => {
        requests.push(request)
        return answer(request)
      },
      fetchWithUploadProgress: () => fetch,
      session: { token: () => 'the-token', renew: () => {}, refuse: () => {} },
      observe: () => {},
      holdWhileSending: () => () => {},
      now: () => now,
      idleSeconds: () => null,
      makeKey: () => 'made-key',
    }),
  )

const packs = studyPacksQuery(TRIAL)
const fetchPacks = (page: ReturnType<typeof openPage>) => page.fetchQuery({ ...packs, staleTime: 0 })
const sentTags = () => requests.map(({ headers }) => headers.get('If-None-Match'))

describe('an answer that the page has', () => {
  test('is shown again as the same object, of the time of the request that confirmed it', async () => {
    const page = openPage()
    const first = await fetchPacks(page)
    now += 60_000
    await fetchPacks(page)
    const shown = page.getQueryData(packs.queryKey)
    expect(sentTags()).toEqual([null, '"v1"'])
    expect(shown?.answer).toBe(first.answer)
    expect(shown).toMatchObject({ source: 'server', requestedAt: now })
  })

  test('is drawn again by no screen', async () => {
    const page = openPage()
    const query = endpointQuery(api.listTimezones, {})
    server = { tag: '"zones"', body: { data: ['Europe/London'] } }
    const drawn: unknown[] = []
    const observer = new QueryObserver(page, { ...query, notifyOnChangeProps: ['data'] })
    const stop = observer.subscribe(({ data }) => drawn.push(data))
    await observer.refetch()
    await observer.refetch()
    stop()
    expect([drawn.length, sentTags().at(-1)]).toEqual([1, '"zones"'])
  })

  test('is confirmed also after a change, when only some of its parts are new', async () => {
    const page = openPage()
    await fetchPacks(page)
    server = { tag: '"v2"', body: listOf(1, 3) }
    await fetchPacks(page)
    await fetchPacks(page)
    expect(sentTags()).toEqual([null, '"v1"', '"v2"'])
    expect(page.getQueryData(packs.queryKey)?.answer).toEqual(listOf(1, 3))
  })

  test('is not confirmed once the page has changed it', async () => {
    const page = openPage()
    await fetchPacks(page)
    showChangedPacks(page, TRIAL, [aShownPack({ id: 2, study_pack_status_id: 4 })])
    await fetchPacks(page)
    expect(sentTags()).toEqual([null, null])
  })

  test('is gone with its person: the next one asks for everything', async () => {
    await fetchPacks(openPage())
    await fetchPacks(openPage())
    expect(sentTags()).toEqual([null, null])
  })
})

test('a late "unchanged" about the answer of another tab is asked for whole', async () => {
  const page = openPage()
  const late = { [API_MARK.name]: API_MARK.value, ETag: '"v1"', [REQUESTED_AT]: '2026-11-21T09:59:00.000Z' }
  const usual = answer
  answer = (request) => (requests.length === 1 ? new Response(null, { status: 304, headers: late }) : usual(request))
  expect((await fetchPacks(page)).answer).toEqual(listOf(1, 2))
  expect(sentTags()).toEqual([null, null])
})

test('a server that says "unchanged" to a page without an answer is not believed', async () => {
  const page = openPage()
  answer = () => new Response(null, { status: 304, headers: { [API_MARK.name]: API_MARK.value, ETag: '"v1"' } })
  await expect(fetchPacks(page)).rejects.toMatchObject({ failure: { kind: 'unreadable' } })
  expect(requests).toHaveLength(2)
})
