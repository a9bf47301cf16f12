import { describe, expect, test } from 'vitest'
import { createBusyRegistry } from '../../../src/client/browser/busy'

describe('the busy registry', () => {
  test('is idle at first', () => {
    expect(createBusyRegistry().isBusy()).toBe(false)
  })

  test('is busy until everyone has let go', () => {
    const busy = createBusyRegistry()
    const first = busy.hold('form')
    const second = busy.hold('form')
    first()
    expect(busy.isBusyWith('form')).toBe(true)
    second()
    expect(busy.isBusy()).toBe(false)
  })

  test('letting go twice frees nobody else', () => {
    const busy = createBusyRegistry()
    const first = busy.hold('sending')
    busy.hold('sending')
    first()
    first()
    expect(busy.isBusyWith('sending')).toBe(true)
  })

  test('tells the reasons apart, and those who watch', () => {
    const busy = createBusyRegistry()
    const seen: (readonly string[])[] = []
    busy.reasons.subscribe(() => seen.push(busy.reasons.get()))
    const release = busy.hold('wizard')
    expect(busy.isBusyWith('form')).toBe(false)
    release()
    expect(seen).toEqual([['wizard'], []])
  })
})
