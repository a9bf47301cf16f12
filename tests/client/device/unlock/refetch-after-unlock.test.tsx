// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { CallFailed } from '../../../../src/client/api/failure'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { raisedFailure } from '../../../../src/client/api/raised-failure'
import { STORED } from '../../../../src/client/browser/device-storage'
import { call } from '../../../../src/client/device/call'
import { RefetchAfterUnlock } from '../../../../src/client/device/unlock/refetch-after-unlock'
import { deviceLock } from '../../../../src/client/session/lock/device-lock'
import { session } from '../../../../src/client/session/this-session'
import { aToken } from '../../tokens'

/* Reads that began while a tablet was locked, when no stored answer opens. */

const noNetwork = () =>
  new CallFailed({
    kind: 'network',
    code: 'ERR_NETWORK',
    request: { method: 'GET', path: 'auth/me', at: '2026-11-21T10:00:00.000Z', request_id: null },
  })

afterEach(() => {
  cleanup()
  session.end()
  raisedFailure.set(null)
  localStorage.clear()
})

/** A locked page that shows the name of its person, at first in one place. Its reads end as `fail` and `answer` say, in their order. */
const lockedPage = () => {
  const reads: { fail: () => void; answer: (name: string) => void }[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => {
      reads.push({ fail: () => reject(noNetwork()), answer: resolve })
    })
  function Person() {
    return <p>{useQuery({ queryKey: ['me'], queryFn: read }).data}</p>
  }
  onTestFinished(deviceLock.watch())
  session.start(aToken('4', Date.now() / 1000 + 3600))
  // As another tab locks it.
  localStorage.setItem(STORED.lock, '4')
  deviceLock.followStorage()
  expect(deviceLock.isLocked.get()).toBe(true)
  const client = createQueryClient(call)
  const pageOf = (places: number) => (
    <QueryClientProvider client={client}>
      <RefetchAfterUnlock />
      {Array.from({ length: places }, (_, place) => (
        <Person key={place} />
      ))}
    </QueryClientProvider>
  )
  const { rerender } = render(pageOf(1))
  return { reads, showInAnotherPlace: () => rerender(pageOf(2)) }
}

test.each([
  ['failed while it was locked', 'before'],
  ['fails only afterwards', 'after'],
] as const)(
  'a read that %s is made again when the tablet opens, and its failure is not shown',
  async (_when, fails) => {
    const { reads } = lockedPage()
    expect(reads.length).toBe(1)
    if (fails === 'before') await act(async () => reads[0]?.fail())
    expect(raisedFailure.get() !== null).toBe(fails === 'before')
    await act(async () => deviceLock.open())
    expect(reads.length).toBe(2)
    if (fails === 'after') await act(async () => reads[0]?.fail())
    expect(raisedFailure.get()).toBeNull()
    await act(async () => reads[1]?.answer('Grace Okafor'))
    expect(await screen.findByText('Grace Okafor')).toBeDefined()
  },
)

test('of a read that failed twice while it was locked, for two places, no failure is shown either', async () => {
  const { reads, showInAnotherPlace } = lockedPage()
  await act(async () => reads[0]?.fail())
  await act(async () => showInAnotherPlace())
  expect(reads.length).toBe(2)
  await act(async () => reads[1]?.fail())
  await act(async () => deviceLock.open())
  expect(raisedFailure.get()).toBeNull()
})
