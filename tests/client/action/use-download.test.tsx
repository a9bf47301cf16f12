// @vitest-environment happy-dom
import { notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '../../../src/client/api/failure'
import { createQueryClient } from '../../../src/client/api/query-client'
import { raisedFailure } from '../../../src/client/api/raised-failure'
import { call } from '../../../src/client/device/call'
import { DOWNLOAD_BEGUN } from '../../../src/client/ui/download-address'
import { useDownload } from '../../../src/client/action/use-download'

/* The browser begins a download once its address is known. A refusal is shown once, and stays until it is read. */

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => ({ title, message }))

beforeEach(() => notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  raisedFailure.set(null)
})

const downloadOf = (addressOf: (wanted: string) => Promise<string>) => {
  const client = createQueryClient(call)
  const { result } = renderHook(() => useDownload('The export was not made', addressOf), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  result.current.mutate('csv')
}

test('a file with an address is downloaded, with a message', async () => {
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(this.href)
  })
  downloadOf((format) => Promise.resolve(`https://portal.example.org/list.${format}`))
  await waitFor(() => expect(opened).toEqual(['https://portal.example.org/list.csv']))
  await waitFor(() => expect(shown()).toEqual([{ title: undefined, message: DOWNLOAD_BEGUN }]))
})

test('a lost connection is reported in place: the file was not made', async () => {
  const request = { method: 'POST', path: 'audit-logs/export', at: '2026-11-21T10:00:00.000Z', request_id: null }
  downloadOf(() => Promise.reject(new CallFailed({ kind: 'network', code: 'ERR_NETWORK', request })))
  await waitFor(() =>
    expect(shown()).toEqual([{ title: 'The export was not made', message: 'Network error (ERR_NETWORK)' }]),
  )
  expect(raisedFailure.get()).toBeNull()
})

test('a defect of the screen shows no words of the program, and is reported', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const defect = new TypeError('x is not a function')
  downloadOf(() => Promise.reject(defect))
  await waitFor(() =>
    expect(shown()).toEqual([{ title: 'The export was not made', message: 'Try again, or contact the service.' }]),
  )
  expect(reported).toEqual([defect])
})
