import { describe, expect, test } from 'vitest'
import { createBusyRegistry } from '../../../src/client/browser/busy'

describe('the busy registry', () => {
  test('is idle at first', () => {
    expect(createBusyRegistry().isBusy()).toBe(false)
  })

  test('is busy until every reason has ended', async () => {
    const busy = createBusyRegistry()
    const first = busy.hold('form')
    const second = busy.hold('form')
    first()
    await Promise.resolve()
    expect(busy.isBusyWith('form')).toBe(true)
    second()
    await Promise.resolve()
    expect(busy.isBusy()).toBe(false)
  })

  test('ending a reason twice ends no other', async () => {
    const busy = createBusyRegistry()
    const first = busy.hold('sending')
    busy.hold('sending')
    first()
    first()
    await Promise.resolve()
    expect(busy.isBusyWith('sending')).toBe(true)
  })

  test('never shows a gap between a reason that ends and one that replaces it', async () => {
    const busy = createBusyRegistry()
    const first = busy.hold('sending')
    const seen: boolean[] = []
    busy.reasons.subscribe(() => seen.push(busy.isBusyWith('sending')))
    first()
    busy.hold('sending')
    await Promise.resolve()
    expect(seen).toEqual([true, true])
  })

  test('distinguishes the reasons, and notifies its watchers', async () => {
    const busy = createBusyRegistry()
    const seen: (readonly string[])[] = []
    busy.reasons.subscribe(() => seen.push(busy.reasons.get()))
    const release = busy.hold('wizard')
    expect(busy.isBusyWith('form')).toBe(false)
    release()
    await Promise.resolve()
    expect(seen).toEqual([['wizard'], []])
  })
})
