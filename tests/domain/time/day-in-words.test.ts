import { dayInWords, monthInWords, MONTH_NAMES } from '#domain/time/day-in-words'
import { expect, test } from 'vitest'

const MONTHS = MONTH_NAMES.map((name, place) => ({ name, month: `2026-${String(place + 1).padStart(2, '0')}` }))

test.each(MONTHS)('$name reads in words as the browser writes it on a screen', ({ name, month }) => {
  const screen = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  expect(dayInWords(`${month}-01`)).toBe(screen.format(new Date(`${month}-01T00:00:00Z`)))
  expect(monthInWords(month)).toBe(`${name} 2026`)
})
