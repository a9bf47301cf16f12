import { expect, test, vi } from 'vitest'
import { pause } from '../../../src/client/browser/pause'

test('a pause that is over listens to its signal no longer', async () => {
  const { signal } = new AbortController()
  const add = vi.spyOn(signal, 'addEventListener')
  const remove = vi.spyOn(signal, 'removeEventListener')
  await pause(0, signal)
  expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(add.mock.calls.map(([, listener]) => listener))
  expect(add).toHaveBeenCalledOnce()
})

test('a pause is broken off with its signal', async () => {
  const left = new AbortController()
  const paused = pause(60_000, left.signal)
  left.abort('left')
  await expect(paused).rejects.toBe('left')
  await expect(pause(60_000, left.signal)).rejects.toBe('left')
})
