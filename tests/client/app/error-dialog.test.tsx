// @vitest-environment happy-dom
import { ERRORS } from '#contract/errors'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Failure } from '../../../src/client/api/failure'
import { createQueryClient } from '../../../src/client/api/query-client'
import { call } from '../../../src/client/device/call'
import { raise, raisedFailure } from '../../../src/client/api/raised-failure'
import { appInstanceQuery } from '../../../src/client/api/session-queries'
import { ErrorDialog } from '../../../src/client/app/error-dialog'
import { theme } from '../../../src/client/ui/theme'
import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../../../src/client/safety-words'

afterEach(() => {
  act(() => raisedFailure.set(null))
  cleanup()
})

const request = { method: 'GET', path: '/api/v1/trials', at: '2026-11-21T10:00:00.000Z', request_id: '8f1c' }
const firewall: Failure = { kind: 'firewall', support_id: '1234567890', request }

const show = (failure: Failure, error_report_url: string | null) => {
  const client = createQueryClient(call)
  client.setQueryData(appInstanceQuery.queryKey, { error_report_url })
  let homes = 0
  render(
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} env="test">
        <ErrorDialog goHome={() => (homes += 1)} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  act(() => raise(failure))
  return { homes: () => homes }
}

test('a firewall’s block is shown with its support id and three ways to continue', () => {
  const { homes } = show(firewall, 'https://help.example.org/report')
  const dialog = screen.getByRole('dialog', { name: 'An error has occurred' }).textContent
  expect(dialog).toContain('Our firewall has blocked your request')
  expect(dialog).toContain('1234567890')
  expect(dialog).toContain('8f1c')
  expect(screen.getByRole('button', { name: 'Reload this page' })).toBeDefined()

  const report = screen.getByRole('link', { name: 'Report this error' }).getAttribute('href')
  const parameters = new URL(report ?? '').searchParams
  expect(parameters.get('summary')).toBe('Our firewall has blocked your request')
  expect(parameters.get('time')).toBe(request.at)
  expect(parameters.get('request_url')).toMatch(/\/api\/v1\/trials$/)
  expect(parameters.get('session_id')).toBe('8f1c')

  fireEvent.click(screen.getByRole('button', { name: 'Go to Home' }))
  expect(homes()).toBe(1)
  expect(raisedFailure.get()).toBeNull()
})

test('a write whose answer was lost says so, and leads back to the input', () => {
  show({ kind: 'network', code: 'ERR_NETWORK', request: { ...request, method: 'POST' } }, null)
  const dialog = screen.getByRole('dialog', { name: 'An error has occurred' }).textContent
  expect(dialog).toContain(`${NOT_KNOWN_WHETHER_SAVED} ${SEND_AGAIN}`)
  fireEvent.click(screen.getByRole('button', { name: 'Back to what you entered' }))
  expect(raisedFailure.get()).toBeNull()
})

test.each<[string, Failure]>([
  ['of what saves nothing', { ...firewall, request: { ...request, method: 'POST', saves_nothing: true } }],
  ['of what was only read', firewall],
])('a lost answer %s says nothing about saving', (_, failure) => {
  show(failure, null)
  expect(screen.getByRole('dialog').textContent).not.toContain('whether this was saved')
})

test('an answer of the server that nothing was changed is believed', () => {
  const problem = { ...ERRORS.unavailable, type: '', detail: '', code: 'unavailable' } as const
  show({ kind: 'refused', status: 503, problem, request: { ...request, method: 'POST' } }, null)
  const dialog = screen.getByRole('dialog').textContent
  expect(dialog).toContain(ERRORS.unavailable.message)
  expect(dialog).not.toContain('whether this was saved')
})

test('no link to report an error is shown where there is no page for it', () => {
  show(firewall, null)
  expect(screen.queryByRole('link', { name: 'Report this error' })).toBeNull()
})
