// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from '../../../src/client/ui/search-field'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A search field beside the address that it follows. `searches` has the searches in order. */
const shown = () => {
  const searches: string[] = []
  const field = (value: string) => (
    <MantineProvider>
      <SearchField label="Search" placeholder="" value={value} onSearch={(words) => searches.push(words)} />
    </MantineProvider>
  )
  const { rerender } = render(field('before'))
  const box = () => screen.getByLabelText<HTMLInputElement>('Search')
  return {
    searches,
    text: () => box().value,
    type: (words: string) => fireEvent.change(box(), { target: { value: words } }),
    goTo: (value: string) => rerender(field(value)),
    rest: () => act(() => void vi.advanceTimersByTime(300)),
  }
}

test('words typed just before Back do not restore the address that was left', () => {
  const field = shown()
  field.type('after')
  field.goTo('')
  field.rest()
  expect(field.searches).toEqual([])
  expect(field.text()).toBe('')
})

test('text typed while the address follows earlier words stays', () => {
  const field = shown()
  field.type('pack')
  field.rest()
  field.type('pack A-1')
  field.goTo('pack')
  field.rest()
  expect(field.searches).toEqual(['pack', 'pack A-1'])
  expect(field.text()).toBe('pack A-1')
})
