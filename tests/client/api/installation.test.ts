import { describe, expect, test } from 'vitest'
import { installation } from '../../../src/client/api/installation'
import { deviceStorage, STORED } from '../../../src/client/browser/device-storage'
import { memoryStorage } from '../memory-storage'

describe('an installation', () => {
  test('makes its id once and stores it', () => {
    const local = memoryStorage()
    const storage = deviceStorage(() => local)
    expect(installation(storage, () => 'first').clientId()).toBe('first')
    expect(installation(storage, () => 'second').clientId()).toBe('first')
  })

  test('counts its requests across page loads and tabs', () => {
    const local = memoryStorage()
    const one = installation(
      deviceStorage(() => local),
      () => 'id',
    )
    const other = installation(
      deviceStorage(() => local),
      () => 'id',
    )
    expect([one.nextRequestCount(), other.nextRequestCount(), one.nextRequestCount()]).toEqual([1, 2, 3])
  })

  test.each(['', 'NaN', '-4', '1.5'])('begins again where the count is damaged: %s', (spoilt) => {
    const local = memoryStorage({ [STORED.requestCounter]: spoilt })
    expect(
      installation(
        deviceStorage(() => local),
        () => 'id',
      ).nextRequestCount(),
    ).toBe(1)
  })

  test('works where the browser forbids storage', () => {
    const blocked = deviceStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const made = ['first', 'second']
    const here = installation(blocked, () => made.shift() ?? '')
    expect([here.clientId(), here.clientId()]).toEqual(['first', 'first'])
    expect([here.nextRequestCount(), here.nextRequestCount()]).toEqual([1, 2])
  })
})
