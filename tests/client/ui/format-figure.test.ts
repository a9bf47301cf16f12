import { describe, expect, test, vi } from 'vitest'
import { formatFigure, formatStandardError, formatValue } from '../../../src/client/ui/format-figure'

describe('a measured figure', () => {
  test.each([
    [0.70833, 'share', '70.83%'],
    [1, 'share', '100.00%'],
    [1.0667, 'number', '1.067'],
    [1200, 'number', '1,200.000'],
  ] as const)('%d as a %s is read as %s', (value, kind, words) => {
    expect(formatFigure(value, kind)).toBe(words)
  })

  test.each([
    [0.0005, 'share', '± 0.05%'],
    [0.0123, 'number', '± 0.012'],
    [null, 'number', ''],
  ] as const)('its standard error %s as a %s is read as “%s”', (standard_error, kind, words) => {
    expect(formatStandardError({ standard_error }, kind)).toBe(words)
  })
})

test.each([
  [4, '4'],
  [4 / 3, '1.333'],
  [12000, '12,000'],
])('the value %d is read as %s', (value, words) => {
  expect(formatValue(value)).toBe(words)
})

/** Making one takes far longer than using it, and a table has hundreds of cells. */
test.each([
  ['measured figures', (value: number) => formatFigure(value, 'share')],
  ['counted values', formatValue],
])('a hundred %s make no formatter of their own', (_what, format) => {
  format(0)
  const made = vi.spyOn(Intl, 'NumberFormat')
  for (let value = 0; value < 100; value += 1) format(value)
  expect(made).not.toHaveBeenCalled()
})
