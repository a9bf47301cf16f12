import { API_MARK } from '#contract/api-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageAt } from '../../../../page-at'

const pack = {
  id: 7,
  pack_id: 'A-10023',
  batch_id: 'B',
  study_pack_status_id: 6,
  site_id: 1,
  duration: null,
  last_allocation_date: null,
  expire_on: null,
  is_confirmable: true,
}
const BODY = { study_pack_id: 7, comment: 'Dispensed to participant 12', confirmation_code: '042' }

/** A server that dispenses once for a key, and loses answers or refuses as the test wants. */
let asked: { key: string; body: unknown }[]
let dispensed: Set<string>
let answering: ((response: ServerResponse) => void)[]

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { [API_MARK.name]: API_MARK.value, 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify(body))

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const key = String(request.headers['idempotency-key'])
    asked.push({ key, body: JSON.parse(body) })
    const answer = answering.shift()
    if (answer !== undefined) return answer(response)
    dispensed.add(key)
    return send(response, 200, { data: [pack] })
  })
})

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../../../../src/client/screens/trial/study-packs/dispense/use-dispense')),
  ...(await import('../../../../../../src/client/api/query-client')),
})
let app: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  pageAt(`http://127.0.0.1:${isAddress(address) ? address.port : 0}/`)
  app = await load()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  asked = []
  dispensed = new Set()
  answering = []
})
afterEach(() => app.cleanup())

const opened = () => {
  const client = app.createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = app.renderHook(() => app.useDispense(1), { wrapper })
  const press = () => app.act(() => hook.result.current.press(BODY))
  const reaches = (phase: string) => app.waitFor(() => expect(hook.result.current.attempt.phase).toBe(phase))
  return { hook, press, reaches }
}

describe('a pack whose answer is lost', () => {
  test('is asked about with the same body under the same key, and dispensed once', async () => {
    answering = [
      (response) => {
        dispensed.add(asked[0]?.key ?? '')
        response.destroy()
      },
    ]
    const { hook, press, reaches } = opened()
    press()
    await reaches('unsure')
    app.act(() => hook.result.current.pressAgain())
    await reaches('done')
    expect(asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    expect(dispensed.size).toBe(1)
  })
})

describe('a pack that is refused', () => {
  test('says why, and after how long it may be tried again; the corrected form goes under the same key', async () => {
    const problem = { type: '', title: '', status: 429, detail: 'No', message: 'No', code: 'too_many_codes' }
    answering = [(response) => send(response, 429, problem, { 'Retry-After': '90' })]
    const { hook, press, reaches } = opened()
    press()
    await reaches('open')
    await app.waitFor(() =>
      expect(hook.result.current.attempt).toMatchObject({
        refusal: { problem: { code: 'too_many_codes' }, retry_after_s: 90 },
      }),
    )
    app.act(() => hook.result.current.press({ ...BODY, confirmation_code: '043' }))
    await reaches('done')
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })

  test('is sent under a key of its own each time it comes up', async () => {
    const [first, second] = [opened(), opened()]
    first.press()
    await first.reaches('done')
    second.press()
    await second.reaches('done')
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
  })
})
