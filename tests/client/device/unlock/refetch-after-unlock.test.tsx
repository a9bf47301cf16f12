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

const NO_NETWORK = new CallFailed({
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

/** A locked page that shows the name of its person. Its reads end as `fail` and `answer` say, in their order. */
const lockedPage = () => {
  const reads: { fail: () => void; answer: (name: string) => void }[] = []
  const read = () =>
    new Promise<string>((resolve, reject) => {
      reads.push({ fail: () => reject(NO_NETWORK), answer: resolve })
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
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <RefetchAfterUnlock />
      <Person />
    </QueryClientProvider>,
  )
  return reads
}

test.each([
  ['failed while it was locked', 'before'],
  ['fails only afterwards', 'after'],
] as const)(
  'a read that %s is made again when the tablet opens, and its failure is not shown',
  async (_when, fails) => {
    const reads = lockedPage()
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
