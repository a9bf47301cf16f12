// @vitest-environment happy-dom
import { readStoredStudyPacks } from '#contract/stored-answers'
import type { listStudyPacks } from '#contract/study-packs'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointQuery } from '../../../../src/client/api/endpoint-query'
import { CallFailed } from '../../../../src/client/api/failure'
import { studyPacksQuery } from '../../../../src/client/api/study-pack-queries'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { call } from '../../../../src/client/device/call'
import { busy } from '../../../../src/client/browser/busy'
import { useQueryOrStored } from '../../../../src/client/device/offline/use-query-or-stored'

/* What a screen shows as the server answers, is slow, and answers again. */

type Packs = Awaited<ReturnType<EndpointQuery<typeof listStudyPacks>['queryFn']>>

/** The answers that are to come, each the server's or one that this device keeps. */
let answers: { from: 'server' | 'device'; batch_id: string }[]
beforeEach(() => {
  answers = []
})
afterEach(cleanup)

const batches = (batch_id: string): Packs => ({ data: [{ batch_id, study_packs: [] }] })
const AS_OF = '2026-11-21T10:00:00.000Z'
const request = { method: 'GET', path: '/api/v1/x', at: AS_OF, request_id: null }

const packsQuery: EndpointQuery<typeof listStudyPacks> = {
  ...studyPacksQuery(1),
  queryFn: () => {
    const { from, batch_id } = answers.shift() ?? { from: 'server', batch_id: 'none' }
    return from === 'server'
      ? Promise.resolve(batches(batch_id))
      : Promise.reject(new CallFailed({ kind: 'stored', as_of: AS_OF, stored: batches(batch_id), request }))
  },
  meta: { isFailureShownInPlace: true },
}

const shown = () => {
  const client = createQueryClient(call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(() => useQueryOrStored(packsQuery, readStoredStudyPacks), { wrapper })
  const sees = () => {
    const { query, stored } = hook.result.current
    return [query.data?.data[0]?.batch_id, stored?.answer.data[0]?.batch_id, query.status]
  }
  return { sees, again: () => act(() => client.refetchQueries({ queryKey: packsQuery.queryKey })) }
}

describe('what is kept of an answer', () => {
  test('is shown until the server answers, and does not come back', async () => {
    answers = [
      { from: 'device', batch_id: 'old' },
      { from: 'server', batch_id: 'new' },
      { from: 'device', batch_id: 'old' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual([undefined, 'old', 'error'])
    await again()
    await expect.poll(sees).toEqual(['new', undefined, 'success'])
    await again()
    await expect.poll(sees).toEqual(['new', undefined, 'error'])
  })

  test('stays under a form that is filled in', async () => {
    const stop = busy.hold('form')
    answers = [
      { from: 'device', batch_id: 'old' },
      { from: 'server', batch_id: 'new' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual([undefined, 'old', 'error'])
    await again()
    await expect.poll(sees).toEqual(['new', 'old', 'success'])
    act(stop)
    await expect.poll(sees).toEqual(['new', undefined, 'success'])
  })

  test('does not take the place of an answer, under a form or not', async () => {
    const stop = busy.hold('form')
    answers = [
      { from: 'server', batch_id: 'new' },
      { from: 'device', batch_id: 'old' },
    ]
    const { sees, again } = shown()
    await expect.poll(sees).toEqual(['new', undefined, 'success'])
    await again()
    await expect.poll(sees).toEqual(['new', undefined, 'error'])
    act(stop)
  })
})
