// @vitest-environment happy-dom
import { accepted, refused, type Outcome } from '#domain/outcome'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useActionOf } from '../../../src/client/action/use-action'
import { failureOf, type Failure } from '../../../src/client/api/failure'
import { writeFailureWords } from '../../../src/client/api/write-failure-words'
import { NOT_KNOWN_WHETHER_SAVED } from '../../../src/client/safety-words'
import { fromServer } from '../../../src/client/api/answer-at-hand'
import { trialQuery } from '../../../src/client/api/trial-queries'
import { createQueryClient } from '../../../src/client/api/query-client'
import { call } from '../../../src/client/device/call'
import { raisedFailure } from '../../../src/client/api/raised-failure'
import { userQuery } from '../../../src/client/api/user-queries'
import { aShownTrial } from '../a-shown-trial'

/* The sending of a person's action: its key, its answer, and the refetch afterwards. */

const reported: unknown[] = []
beforeEach(() => {
  reported.length = 0
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
})
afterEach(() => {
  cleanup()
  raisedFailure.set(null)
  vi.unstubAllGlobals()
})

const request = { method: 'POST', path: '/api/v1/trials/7', at: '2026-11-21T10:00:00.000Z', request_id: null }
const LOST: Failure = { kind: 'network', code: 'ERR_NETWORK', request }
const REFUSED: Failure = {
  kind: 'refused',
  status: 409,
  problem: { type: '', title: '', status: 409, detail: 'No', message: 'No', code: 'status_change_not_allowed' },
  request,
}

const GROUP = 'Zanamivir'
type Options = Parameters<typeof useActionOf<string, string>>[2]

const anAction = (outcomes: Outcome<string, Failure>[], options: Options = {}) => {
  const client = createQueryClient(call)
  const keys: string[] = []
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const send = async (_sent: string, { idempotency_key }: { idempotency_key: string }) => {
    keys.push(idempotency_key)
    return Promise.resolve(outcomes[keys.length - 1] ?? accepted(GROUP))
  }
  const touched = { touches: ['trials/{trial_id}/*'], parameters: { trial_id: '7' } }
  const hook = renderHook(() => useActionOf(send, () => touched, options), { wrapper })
  const press = (sent = 'Severe bleeding') => act(() => hook.result.current.mutateAsync(sent).catch(() => {}))
  return { client, keys, hook, press }
}

describe('the key', () => {
  test('stays the same for the same content until it has succeeded', async () => {
    const { keys, press } = anAction([refused(REFUSED), refused(LOST)])
    for (let times = 0; times < 4; times += 1) await press()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).toBe(keys[0])
    expect(keys[3]).not.toBe(keys[0])
  })

  test('is another for other content', async () => {
    const { keys, press } = anAction([refused(LOST)])
    await press('Severe bleeding')
    await press('Severe headache')
    expect(new Set(keys).size).toBe(2)
  })

  test('goes with the last sent content again, where the answer was lost', async () => {
    const { keys, hook, press } = anAction([refused(LOST)])
    await press()
    await waitFor(() => expect(hook.result.current.isUnknown).toBe(true))
    await act(async () => hook.result.current.sendAgain())
    await waitFor(() => expect(hook.result.current.isUnknown).toBe(false))
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('is not needed again where the screen fails after the answer: the action is done', async () => {
    const failing = () => {
      throw new Error('Nothing to show it on')
    }
    const { hook, press } = anAction([], { onDone: failing })
    await press()
    await waitFor(() => expect(hook.result.current).toMatchObject({ isSuccess: true, error: null }))
    expect(reported).toEqual([new Error('Nothing to show it on')])
  })
})

describe('after a lost answer, a repeat that is refused', () => {
  const refusedBy = (status: number, code: string): Failure => ({
    kind: 'refused',
    status,
    problem: { type: '', title: '', status, detail: 'No', message: 'No', code },
    request,
  })
  test.each<[by: string, failure: Failure, isUnknown: boolean]>([
    ['since this person is held back', refusedBy(429, 'too_many_requests'), true],
    ['since the permission ended meanwhile', refusedBy(403, 'forbidden'), true],
    ['since the trial is out of sight meanwhile', refusedBy(404, 'not_found'), true],
    ['by an overloaded server', refusedBy(503, 'overloaded'), true],
    ['for its content', refusedBy(422, 'validation_failed'), false],
    ['since it contradicts what is stored', REFUSED, false],
    [
      'since the sign-in is too old, which a repeat of what was done never is',
      refusedBy(403, 'sign_in_not_fresh'),
      false,
    ],
  ])('%s', async (_, failure, isUnknown) => {
    const attempts: unknown[] = []
    const { hook, press, keys } = anAction([refused(LOST), refused(failure)], {
      onAttempt: (one) => attempts.push(one),
    })
    await press()
    await press()
    await waitFor(() => expect(hook.result.current.isUnknown).toBe(isUnknown))
    const attempt = { content: 'Severe bleeding', idempotency_key: keys[0] }
    expect(attempts).toEqual(isUnknown ? [attempt, attempt] : [attempt, attempt, null])
  })

  test('says that it is not known whether it was saved', async () => {
    const { hook, press } = anAction([refused(LOST), refused(refusedBy(403, 'forbidden'))])
    await press()
    await press()
    await waitFor(() => expect(hook.result.current.error).not.toBeNull())
    const failure = failureOf(hook.result.current.error)
    expect(failure && writeFailureWords('Not done', failure).title).toBe(NOT_KNOWN_WHETHER_SAVED)
  })
})

test('an attempt of an earlier page is sent again under its key, until it is settled', async () => {
  const lost = { content: 'Severe bleeding', idempotency_key: 'key-of-the-earlier-page' }
  const { hook, keys } = anAction([], { lost })
  expect(hook.result.current.isUnknown).toBe(true)
  await act(async () => hook.result.current.sendAgain())
  await waitFor(() => expect(hook.result.current.isSuccess).toBe(true))
  expect(hook.result.current.isUnknown).toBe(false)
  expect(keys).toEqual([lost.idempotency_key])
})

describe('the answer', () => {
  test('is passed on and cached nowhere', async () => {
    const answers: string[] = []
    const { client, press } = anAction([], { onDone: (answer) => answers.push(answer) })
    await press()
    expect(answers).toEqual([GROUP])
    const cached = [...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()].map(({ state }) => state)
    expect(cached.length).toBeGreaterThan(0)
    expect(JSON.stringify(cached)).not.toContain(GROUP)
  })

  test.each([
    ['a refusal', REFUSED, [REFUSED]],
    ['a lost answer, which the global dialog shows', LOST, []],
  ])('is %s', async (_, failure, expected) => {
    const failures: Failure[] = []
    const { press, hook } = anAction([refused(failure)], { onRefused: (one) => failures.push(one) })
    await press()
    expect(failures).toEqual(expected)
    await waitFor(() => expect(hook.result.current.isUnknown).toBe(failure === LOST))
  })
})

describe('the refetched queries', () => {
  const queries = [trialQuery(7), trialQuery(8), userQuery(7)]
  const staleAfter = async (outcome: Outcome<string, Failure>) => {
    const { client, press } = anAction([outcome])
    client.setQueryData(trialQuery(7).queryKey, fromServer(aShownTrial()))
    client.setQueryData(trialQuery(8).queryKey, fromServer(aShownTrial()))
    client.setQueryData([...userQuery(7).queryKey], {})
    await press()
    return queries.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)
  }

  test.each([
    ['after it was done', accepted(GROUP)],
    ['after a refusal: what is shown may be old', refused(REFUSED)],
    ['after a lost answer', refused(LOST)],
  ])('are those that the call touches, of the same trial alone, %s', async (_, outcome) => {
    expect(await staleAfter(outcome)).toEqual([true, false, false])
  })

  test('do not include the one that the answer replaces', async () => {
    const query = { queryKey: ['trials/{trial_id}', { trial_id: '7' }] }
    const client = createQueryClient(call)
    const trial = aShownTrial()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const touched = { touches: ['trials/{trial_id}/*'], parameters: { trial_id: '7' } }
    const send = () => Promise.resolve(accepted(trial))
    const { result } = renderHook(() => useActionOf(send, () => touched, { replaces: () => trialQuery(7) }), {
      wrapper,
    })
    client.setQueryData(trialQuery(7).queryKey, fromServer(aShownTrial({ title: 'Before' })))
    await act(() => result.current.mutateAsync(undefined))
    expect(client.getQueriesData(query).map(([, data]) => data)).toMatchObject([{ source: 'server', answer: trial }])
    expect(client.getQueryState(trialQuery(7).queryKey)?.isInvalidated).toBe(false)
  })
})
