import { describe, expect, test } from 'vitest'
import { createBusyRegistry } from '../../../src/client/browser/busy'

describe('the busy registry', () => {
  test('is idle at first', () => {
    expect(createBusyRegistry().isBusy()).toBe(false)
  })

  test('is busy until every reason has ended', () => {
    const busy = createBusyRegistry()
    const first = busy.hold('form')
    const second = busy.hold('form')
    first()
    expect(busy.isBusyWith('form')).toBe(true)
    second()
    expect(busy.isBusy()).toBe(false)
  })

  test('ending a reason twice ends no other', () => {
    const busy = createBusyRegistry()
    const first = busy.hold('sending')
    busy.hold('sending')
    first()
    first()
    expect(busy.isBusyWith('sending')).toBe(true)
  })

  test('distinguishes the reasons, and notifies its watchers', () => {
    const busy = createBusyRegistry()
    const seen: (readonly string[])[] = []
    busy.reasons.subscribe(() => seen.push(busy.reasons.get()))
    const release = busy.hold('wizard')
    expect(busy.isBusyWith('form')).toBe(false)
    release()
    expect(seen).toEqual([['wizard'], []])
  })
})
