import { SYNC_TAG } from '#offline/messages'
import { describe, expect, test, vi } from 'vitest'
import { askToBeWoken, wokenByWorker } from '../../../../src/client/device/outbox/wake-by-worker'

describe('a page with actions to send', () => {
  test('asks the browser to be woken once the network is back', async () => {
    const register = vi.fn<(tag: string) => Promise<void>>(() => Promise.resolve())
    await askToBeWoken({ getRegistration: () => Promise.resolve({ sync: { register } }) })
    expect(register.mock.calls).toEqual([[SYNC_TAG]])
  })

  test.each([
    ['knows nothing of it', { getRegistration: () => Promise.resolve({}) }],
    ['has no worker yet', { getRegistration: () => Promise.resolve(undefined) }],
    ['has no workers', null],
    [
      'was told not to',
      { getRegistration: () => Promise.resolve({ sync: { register: () => Promise.reject(new Error('denied')) } }) },
    ],
    ['closes its workers to the page', { getRegistration: () => Promise.reject(new Error('insecure')) }],
  ])('continues where the browser %s', async (_, workers) => {
    await expect(askToBeWoken(workers)).resolves.toBeUndefined()
  })
})

test('it is woken by the worker’s message for that and by no other, until it stops listening', () => {
  const workers = new EventTarget()
  let wakings = 0
  const stop = wokenByWorker(workers, () => (wakings += 1))
  const says = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }))
  says({ type: 'FRESHER', scope: '/api/v1/trials?' })
  says('WAKE')
  expect(wakings).toBe(0)
  says({ type: 'WAKE' })
  expect(wakings).toBe(1)
  stop()
  says({ type: 'WAKE' })
  expect(wakings).toBe(1)
})
