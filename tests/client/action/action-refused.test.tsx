// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed, isWriteLost, type Failure } from '../../../src/client/api/failure'
import { createQueryClient } from '../../../src/client/api/query-client'
import { call } from '../../../src/client/device/call'
import { raise, raisedFailure } from '../../../src/client/api/raised-failure'
import { ErrorDialog } from '../../../src/client/app/error-dialog'
import { NoErrorDialog } from '../../../src/client/app/no-error-dialog'
import { ActionRefused } from '../../../src/client/action/action-refused'
import { theme } from '../../../src/client/ui/theme'
import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../../../src/client/safety-words'

/* A failed write, on a screen that shows the reason in place, below the global error dialog. */

beforeEach(() => {
  // React reports a defect here.
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  act(() => raisedFailure.set(null))
  cleanup()
  vi.unstubAllGlobals()
})

const request = { method: 'POST', path: '/api/v1/users', at: '2026-11-21T10:00:00.000Z', request_id: null }
const refusedWith = (status: number, message: string): Failure => ({
  kind: 'refused',
  status,
  problem: { type: '', title: '', status, detail: message, message, code: 'validation_failed' },
  request,
})
const network = (): Failure => ({ kind: 'network', code: 'ERR_NETWORK', request })
const firewall = (): Failure => ({ kind: 'firewall', support_id: null, request })

const TITLE = 'User creation failed'
/** The title where the outcome is unknown. */
const NOT_KNOWN = `${NOT_KNOWN_WHETHER_SAVED}${SEND_AGAIN}`

function Screen({ failures, isFailureShownInPlace }: { failures: Failure[]; isFailureShownInPlace: boolean }) {
  const write = useMutation({
    mutationFn: async (failure: Failure) => Promise.reject(new CallFailed(failure)),
    meta: { isFailureShownInPlace },
  })
  return (
    <>
      <ActionRefused title={TITLE} error={write.error} />
      <output>{`${write.variables?.kind} ${write.status}`}</output>
      {failures.map((failure) => (
        <button key={failure.kind} onClick={() => write.mutate(failure)}>
          {failure.kind}
        </button>
      ))}
    </>
  )
}

const opened = (failures: Failure[], isFailureShownInPlace = false, dialog = <ErrorDialog goHome={() => {}} />) => {
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <MantineProvider theme={theme} env="test">
        <Screen failures={failures} isFailureShownInPlace={isFailureShownInPlace} />
        {dialog}
      </MantineProvider>
    </QueryClientProvider>,
  )
}

/** Presses, and waits until the screen has received the failure. */
const press = async (kind: Failure['kind']) => {
  fireEvent.click(screen.getByText(kind))
  await screen.findByText(`${kind} error`)
}

/** Every message about failures, with its place. */
const shown = () =>
  screen.queryAllByRole('alert', { hidden: true }).map((alert) => ({
    place: alert.closest('[role="dialog"]') === null ? 'in place' : 'dialog',
    words: alert.textContent,
  }))

const CASES: [string, Failure, place: string, words: string][] = [
  ['a lost connection', network(), 'dialog', 'A network error has occurred'],
  ['a timeout', { kind: 'timeout', code: 'ECONNABORTED', request }, 'dialog', 'possibly due to a timeout'],
  ['a page of a proxy', { kind: 'foreign', foreign_status: 413, request }, 'dialog', '(HTTP 413)'],
  ['a firewall', firewall(), 'dialog', 'Our firewall has blocked your request'],
  ['a failing server', refusedWith(500, 'Nothing works'), 'dialog', 'A server error has occurred (HTTP 500)'],
  ['a proxy without words', { kind: 'http', status: 502, request }, 'dialog', 'A server error has occurred (HTTP 502)'],
  ['an ended session', refusedWith(401, 'Signed out'), 'dialog', 'You are not authorised or have been signed out'],
  ['an unreadable answer', { kind: 'unreadable', request }, 'dialog', 'Unknown error occurred'],
  ['a refusal', refusedWith(422, 'Email address is taken'), 'in place', 'Email address is taken'],
  ['a status without words', { kind: 'http', status: 404, request }, 'in place', 'HTTP 404 error'],
  ['a cancelled call', { kind: 'aborted', request }, 'in place', 'Unknown error occurred'],
]

test('the fields of a refusal are named in words', async () => {
  const fields = {
    is_blinded_whole: 'Must be set',
    'permissions.0.role_id': 'Does not exist',
    selected_timezone: 'Is unknown',
  }
  const problem = {
    type: '',
    title: '',
    status: 422,
    detail: '',
    message: '',
    code: 'validation_failed',
    fields,
  } as const
  opened([{ kind: 'refused', status: 422, problem, request }], true)
  await press('refused')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Blinded whole: Must be set',
    'Role ID: Does not exist',
    'Selected timezone: Is unknown',
  ])
})

describe('a write that fails is shown exactly once', () => {
  test.each(CASES)('%s', async (_, failure, place, words) => {
    opened([structuredClone(failure)])
    await press(failure.kind)
    expect(shown()).toEqual([{ place, words: expect.stringContaining(words) }])
  })

  test.each(CASES)('%s, where the screen shows every failure itself', async (_, failure) => {
    opened([structuredClone(failure)], true)
    await press(failure.kind)
    const words = isWriteLost(failure) ? NOT_KNOWN : TITLE
    expect(shown()).toEqual([{ place: 'in place', words: expect.stringContaining(words) }])
  })
})

test('a failure while the dialog is open is shown in place', async () => {
  opened([network(), firewall()])
  await press('network')
  await press('firewall')
  expect(shown()).toEqual([
    { place: 'in place', words: expect.stringContaining('Our firewall has blocked your request') },
    { place: 'dialog', words: expect.stringContaining('A network error has occurred') },
  ])
})

test('a failure that was shown before its screen hears of it is not repeated', async () => {
  const failure = network()
  opened([failure], true)
  act(() => raise(failure))
  await press('network')
  expect(shown()).toEqual([{ place: 'dialog', words: expect.stringContaining('A network error has occurred') }])
})

test('a failure is shown in place after the dialog is closed, so that nobody believes that it was saved', async () => {
  opened([network()])
  await press('network')
  fireEvent.click(screen.getByRole('button', { name: 'Back to what you entered' }))
  expect(shown()).toEqual([{ place: 'in place', words: expect.stringContaining(NOT_KNOWN) }])
})

test('a failure is shown in place where the dialog could not be loaded', async () => {
  opened([network()], false, <NoErrorDialog />)
  await press('network')
  expect(shown()).toEqual([{ place: 'in place', words: expect.stringContaining(NOT_KNOWN) }])
})
