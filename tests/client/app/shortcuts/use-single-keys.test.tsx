// @vitest-environment happy-dom
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneKey } from '../../../../src/client/app/shortcuts/shortcut'
import { useSingleKeys } from '../../../../src/client/app/shortcuts/use-single-keys'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const reads = (...events: (KeyboardEventInit & { isAltGraph?: boolean })[]) => {
  const act = vi.fn<() => void>()
  renderHook(() => useSingleKeys([{ title: 'In a table', shortcuts: [oneKey('Next page', ']', act)] }], true))
  for (const { isAltGraph = false, ...init } of events) {
    const event = new KeyboardEvent('keydown', { bubbles: true, ...init })
    event.getModifierState = (name) => isAltGraph && name === 'AltGraph'
    fireEvent(document.body, event)
    vi.advanceTimersByTime(100)
  }
  return act.mock.calls.length
}

test('a key that is written with AltGr acts, also where the browser reports Ctrl and Alt', () => {
  const held = { ctrlKey: true, altKey: true }
  expect(reads({ key: 'Control', ctrlKey: true }, { key: 'AltGraph', ...held, isAltGraph: true })).toBe(0)
  expect(reads({ key: 'Control', ctrlKey: true }, { key: ']', ...held, isAltGraph: true })).toBe(1)
})

test('on a Mac a key that is written with Option acts', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Macintosh; Mac OS X')
  expect(reads({ key: ']', altKey: true })).toBe(1)
})

test('a key with Ctrl, Alt or Command is another key', () => {
  expect(reads({ key: ']', altKey: true })).toBe(0)
  expect(reads({ key: ']', ctrlKey: true })).toBe(0)
  expect(reads({ key: ']', metaKey: true })).toBe(0)
})
