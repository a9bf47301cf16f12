import { expect, it, vi } from 'vitest'
import { deviceStorage } from '../../../../src/client/browser/device-storage'
import { outboxMirror } from '../../../../src/client/device/outbox/outbox-mirror'
import { memoryStorage } from '../../memory-storage'
import { aNewFlag, contentOf, stored } from './some-actions'

it('is written once where two tabs have read the same, and read whole by both', () => {
  const local = memoryStorage()
  const writing = vi.spyOn(local, 'setItem')
  const tabs = [outboxMirror(deviceStorage(() => local)), outboxMirror(deviceStorage(() => local))]
  const { entries } = contentOf(stored(aNewFlag('a')), stored(aNewFlag('b', { participant: 8 })))
  for (const tab of tabs) tab.reconcile(tab.read(), entries, [])
  expect(writing).toHaveBeenCalledTimes(1)
  expect(tabs.map((tab) => tab.read().map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

it('is written again, unchanged, once the browser has room for it', () => {
  const local = memoryStorage()
  const writing = vi.spyOn(local, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const mirror = outboxMirror(deviceStorage(() => local))
  const { entries } = contentOf(stored(aNewFlag('a')))
  for (let times = 0; times < 3; times += 1) mirror.reconcile(mirror.read(), entries, [])
  expect(writing).toHaveBeenCalledTimes(2)
  expect(
    outboxMirror(deviceStorage(() => local))
      .read()
      .map(({ id }) => id),
  ).toEqual(['a'])
})
