// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DayInput, NO_DAY } from '../../../src/client/ui/day-input'

/* A day is typed in the portal's own format. An invalid day never counts as an empty field. */

afterEach(cleanup)

function Form({ initial, onDay }: { initial: string; onDay: (day: string) => void }) {
  const [day, setDay] = useState(initial)
  return (
    <DayInput
      label="Expires"
      value={day}
      onChange={(next) => {
        setDay(next)
        onDay(next)
      }}
    />
  )
}

const opened = (initial = '') => {
  const days: string[] = []
  const { container } = render(
    <MantineProvider env="test">
      <Form initial={initial} onDay={(day) => days.push(day)} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Expires')
  const type = (text: string) => {
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  return { days, field, type, calendar: container.querySelector('input[type=date]') }
}

test("shows a day in the portal's format", () => {
  expect(opened('2029-06-01').field.value).toBe('1 Jun 2029')
})

test('says of which field the calendar is: a form has several', () => {
  opened()
  expect(screen.getAllByRole('button', { name: 'Open the calendar', description: 'Expires' })).toHaveLength(1)
})

test('accepts the day first, and writes it out once the field is left', () => {
  const { days, field, type } = opened()
  type('12/01/2026')
  expect(days).toEqual(['2026-01-12'])
  expect(field.value).toBe('12 Jan 2026')
  expect(screen.queryByText(NO_DAY)).toBeNull()
})

test('passes on an invalid day unchanged, with a message', () => {
  const { days, field, type } = opened('2029-06-01')
  type('31/04/2026')
  expect(days).toEqual(['31/04/2026'])
  expect(field.value).toBe('31/04/2026')
  expect(screen.getByText(NO_DAY)).toBeDefined()
})

test('an emptied field is empty', () => {
  const { days, type } = opened('2029-06-01')
  type('')
  expect(days).toEqual([''])
  expect(screen.queryByText(NO_DAY)).toBeNull()
})

test('accepts the day chosen in the calendar', () => {
  const { days, field, calendar } = opened()
  if (calendar === null) throw new Error('there is no calendar')
  fireEvent.change(calendar, { target: { value: '2026-11-21' } })
  expect(days).toEqual(['2026-11-21'])
  expect(field.value).toBe('21 Nov 2026')
})
