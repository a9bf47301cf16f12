// @vitest-environment happy-dom
import { ERRORS } from '#contract/errors'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed, type Failure } from '../../../../src/client/api/failure'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { raisedFailure } from '../../../../src/client/api/raised-failure'
import { call } from '../../../../src/client/device/call'
import { connection } from '../../../../src/client/device/offline/connection'
import { QueryView } from '../../../../src/client/device/offline/query-view'
import { theme } from '../../../../src/client/ui/theme'

/* A page whose server is overloaded, until it gets its answer. */

const OVERLOADED: Failure = {
  kind: 'refused',
  status: 503,
  problem: {
    type: 'urn:equipoise:overloaded',
    title: ERRORS.overloaded.title,
    status: 503,
    detail: ERRORS.overloaded.message,
    message: ERRORS.overloaded.message,
    code: 'overloaded',
    request_id: 'r-1',
  },
  retry_after_s: 7,
  request: { method: 'GET', path: 'wards', at: '2026-11-27T10:00:00.000Z', request_id: 'r-1' },
}

/** The number of further refusals before the server answers. */
let refusals = 0
let requests = 0

function Wards() {
  const query = useQuery({
    queryKey: ['wards'],
    queryFn: async () => {
      requests += 1
      if (refusals > 0) {
        refusals -= 1
        throw new CallFailed(OVERLOADED)
      }
      return 'Queens'
    },
  })
  return (
    <QueryView query={query} loading="Loading">
      {(name) => name}
    </QueryView>
  )
}

const show = () =>
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={createQueryClient(call)}>
        <Wards />
      </QueryClientProvider>
    </MantineProvider>,
  )

const passes = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

beforeEach(() => {
  vi.useFakeTimers()
  requests = 0
  connection.set({ state: 'online', since: 0, doubts: 0 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('it says when it tries again, does not try sooner, and shows the answer', async () => {
  refusals = 2
  show()
  await passes(1)
  expect(screen.getByRole('heading').closest('[aria-live]')?.textContent).toBe(
    'The portal has too much to do at the moment' +
      'This page tries again automatically in 7 seconds. Randomising and unblinding go first.',
  )
  await passes(5)
  expect(requests).toBe(1)
  await passes(1)
  expect(requests).toBe(2)
  await passes(8)
  expect(screen.getByText('Queens')).toBeDefined()
  expect(raisedFailure.get()).toBeNull()
})

test('after twelve repeats it says that it failed, and a person may try again', async () => {
  refusals = 13
  show()
  await passes(12 * 7 + 1)
  expect(requests).toBe(13)
  expect(screen.getByRole('alert').textContent).toContain(ERRORS.overloaded.message)
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  await passes(1)
  expect(screen.getByText('Queens')).toBeDefined()
})
