import { API_MARK } from '#contract/api-address'
import { QueryClientProvider } from '@tanstack/react-query'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pageAt } from '../page-at'

const INSTANCE = {
  instance: 'test',
  google_analytics_id: null,
  version: '1',
  university: 'university',
  university_name: 'The University',
  service_name: 'Randomisation Service',
  service_url: null,
  error_report_url: null,
  providers: [],
}

/** A server that loses this many answers. */
let lost = 0
const server = createServer((request, response) => {
  if (lost > 0) {
    lost -= 1
    request.socket.destroy()
    return
  }
  response
    .writeHead(200, { [API_MARK.name]: API_MARK.value, 'Content-Type': 'application/json' })
    .end(JSON.stringify(INSTANCE))
})

const load = async () => ({
  ...(await import('@testing-library/react')),
  ...(await import('../../../src/client/device/call')),
  ...(await import('../../../src/client/device/offline/connection')),
  ...(await import('../../../src/client/api/query-client')),
  ...(await import('../../../src/client/app/use-instance-query')),
})
let app: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  pageAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  app = await load()
})
afterAll(async () => {
  app.cleanup()
  vi.unstubAllGlobals()
  server.close()
  await once(server, 'close')
})

test('a lost answer at the start is requested again once the server answers', async () => {
  lost = 1
  const client = app.createQueryClient(app.call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = app.renderHook(() => app.useInstanceQuery(), { wrapper })
  await app.waitFor(() => expect(result.current.isError).toBe(true))
  expect(app.connection.get()).toMatchObject({ state: 'online', doubts: 1 })

  await app.act(() => app.probe())
  await app.waitFor(() => expect(result.current.data).toEqual(INSTANCE))
})
