// @vitest-environment happy-dom
import { accepted, refused, type Outcome } from '#domain/outcome'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { CallFailed, type Failure } from '../../../../../src/client/api/failure'
import { createQueryClient } from '../../../../../src/client/api/query-client'
import { raise, raisedFailure } from '../../../../../src/client/api/raised-failure'
import {
  useParticipantAction,
  useRefusal,
} from '../../../../../src/client/subjects/participants/list/use-participant-action'

afterEach(() => {
  cleanup()
  raisedFailure.set(null)
})

const request = { method: 'POST', path: '/api/v1/trials/1', at: '2026-11-21T10:00:00.000Z', request_id: null }
const refusal = (message: string, fields?: Record<string, string>): Failure => ({
  kind: 'refused',
  status: 422,
  problem: {
    type: '',
    title: '',
    status: 422,
    detail: message,
    message,
    code: 'validation_failed',
    ...(fields ? { fields } : {}),
  },
  request,
})

const refusalOf = (error: Error | null) => renderHook(() => useRefusal(error)).result.current

const GROUP = 'Zanamivir'
const perform = (answers: Outcome<string, Failure>[]) => {
  const client = createQueryClient()
  const keys: string[] = []
  const toasts: string[] = []
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const send = async (_body: string, options: { idempotency_key: string }) => {
    keys.push(options.idempotency_key)
    return Promise.resolve(answers[keys.length - 1] ?? accepted(GROUP))
  }
  const hook = renderHook(() => useParticipantAction(1, send, (answer) => toasts.push(answer)), { wrapper })
  const press = () => act(() => hook.result.current.mutateAsync('Severe bleeding').catch(() => {}))
  return { client, keys, toasts, hook, press }
}

describe('an act about a participant', () => {
  test('hands its answer on and keeps it in no cache', async () => {
    const { client, toasts, press } = perform([accepted(GROUP)])
    await press()
    expect(toasts).toEqual([GROUP])
    const cached = [...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()].map(({ state }) => state)
    expect(cached.length).toBeGreaterThan(0)
    expect(JSON.stringify(cached)).not.toContain(GROUP)
  })

  test('is sent again under the same key', async () => {
    const { keys, toasts, hook, press } = perform([refused(refusal('Not yet'))])
    await press()
    await waitFor(() => expect(refusalOf(hook.result.current.error)).toBe('Not yet'))
    expect(toasts).toEqual([])
    await press()
    expect(toasts).toEqual([GROUP])
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })
})

describe('why an act was refused', () => {
  test.each([
    ['nothing was', null, null],
    ['in the server’s words', new CallFailed(refusal('No')), 'No'],
    ['field by field, each once', new CallFailed(refusal('No', { a: 'Same', b: 'Same', c: 'Other' })), 'Same. Other'],
  ])('%s', (_, error, words) => {
    expect(refusalOf(error)).toBe(words)
  })

  test('is not repeated while the global dialog shows it, and stands there once it is closed', () => {
    const network: Failure = { kind: 'network', code: 'ERR_NETWORK', request }
    const words =
      'We do not know whether this was saved. Send again: it will not be done twice. (Network error (ERR_NETWORK))'
    expect(refusalOf(new CallFailed(network))).toBe(words)
    raise(network)
    expect(refusalOf(new CallFailed(network))).toBeNull()
    raisedFailure.set(null)
    expect(refusalOf(new CallFailed(network))).toBe(words)
  })
})
