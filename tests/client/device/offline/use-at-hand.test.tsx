// @vitest-environment happy-dom
import type { listStudyPacks } from '#contract/study-packs'
import type { StoredStudyPacks } from '#contract/stored-answers'
import type { ReceivedAnswer } from '#contract/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  fromDevice,
  fromServer,
  unlessStoredOverServers,
  type AnswerAtHand,
} from '../../../../src/client/api/answer-at-hand'
import { studyPacksQuery } from '../../../../src/client/api/study-pack-queries'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { call } from '../../../../src/client/device/call'
import { busy } from '../../../../src/client/browser/busy'
import { useAgeOf, useAtHand, useAtHandOr } from '../../../../src/client/device/offline/use-at-hand'

/* A screen while the server answers, is slow, and answers again. */

type Packs = AnswerAtHand<ReceivedAnswer<typeof listStudyPacks>, StoredStudyPacks>

/** The next answers, each from the server or from the device's store. */
let answers: { from: 'server' | 'device'; batch_id: string }[]
beforeEach(() => {
  answers = []
})
afterEach(cleanup)

const batches = (batch_id: string) => ({ data: [{ batch_id, study_packs: [] }] })
const AS_OF = Date.parse('2026-11-21T10:00:00.000Z')

const shown = () => {
  const client = createQueryClient(call)
  const { queryKey, meta } = studyPacksQuery(1)
  const queryFn = async (): Promise<Packs> => {
    const { from, batch_id } = answers.shift() ?? { from: 'server', batch_id: 'none' }
    const answer = batches(batch_id)
    const atHand: Packs = from === 'server' ? fromServer(answer) : fromDevice(answer, AS_OF)
    return unlessStoredOverServers(atHand, client.getQueryData(queryKey))
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(
    () => {
      const result = useAtHand({ queryKey, queryFn, meta })
      return { result, age: useAgeOf(result) }
    },
    { wrapper },
  )
  const sees = () => {
    const { result, age } = hook.result.current
    return [result.data?.source, result.data?.answer.data[0]?.batch_id, result.isError, age]
  }
  return { sees, again: () => act(() => client.refetchQueries({ queryKey })) }
}

describe('a stored answer', () => {
  test('is shown until the server answers, and does not come back', async () => {
    answers = [
      { from: 'device', batch_id: 'old' },
      { from: 'server', batch_id: 'new' },
      { from: 'device', batch_id: 'old' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual(['device', 'old', false, AS_OF])
    await again()
    await expect.poll(sees).toEqual(['server', 'new', false, null])
    await again()
    await expect.poll(sees).toEqual(['server', 'new', true, expect.any(Number)])
  })

  test('stays under a form that is filled in', async () => {
    const stop = busy.hold('form')
    answers = [
      { from: 'device', batch_id: 'old' },
      { from: 'server', batch_id: 'new' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual(['device', 'old', false, AS_OF])
    await again()
    await expect.poll(sees).toEqual(['device', 'old', false, AS_OF])
    await act(async () => stop())
    await expect.poll(sees).toEqual(['server', 'new', false, null])
  })

  test('does not replace an answer, under a form or not', async () => {
    const stop = busy.hold('form')
    answers = [
      { from: 'server', batch_id: 'new' },
      { from: 'device', batch_id: 'old' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual(['server', 'new', false, null])
    await again()
    await expect.poll(sees).toEqual(['server', 'new', true, expect.any(Number)])
    await act(async () => stop())
  })
})

test('the previous page, which stays while the next is loaded, is as old as its own request', async () => {
  const client = createQueryClient(call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const queryFn = async (): Promise<Packs> => fromServer(batches('new'))
  const { queryKey, meta } = studyPacksQuery(1)
  const before = {
    data: batches('old'),
    error: null,
    isError: false,
    isPending: false,
    isFetching: true,
    isFetched: true,
    isPlaceholderData: true,
    failureReason: null,
    dataUpdatedAt: 0,
    refetch: async () => {},
  }
  const { result } = renderHook(() => useAtHandOr(before, { queryKey, queryFn, meta }, ({ data }) => ({ data })), {
    wrapper,
  })
  const { data } = result.current
  expect(data?.source).toBe('server')
  expect(data?.source === 'server' && data.requestedAt).toBeGreaterThan(AS_OF)
})
