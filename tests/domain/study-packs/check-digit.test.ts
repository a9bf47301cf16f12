import { checkDigit } from '#domain/study-packs/check-digit'
import { describe, expect, it } from 'vitest'

/** Every number of four digits with its check digit. */
const NUMBERS = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).map(
  (digits) => `${digits}${checkDigit(digits)}`,
)

const replaced = (text: string, index: number, by: string) => text.slice(0, index) + by + text.slice(index + by.length)

const hasCheckDigit = (digits: string) => checkDigit(digits) === '0'

describe('the check digit', () => {
  // 572 has the check digit 4: the worked example in the algorithm's description.
  it.each([
    ['', '0'],
    ['0', '0'],
    ['572', '4'],
  ])('of "%s" is %s', (digits, check) => {
    expect(checkDigit(digits)).toBe(check)
  })

  it('ends a valid number', () => {
    expect(NUMBERS.filter((number) => !hasCheckDigit(number))).toEqual([])
  })

  it.each([0, 1, 2, 3, 4])('detects every slip in digit %i', (index) => {
    const slips = NUMBERS.flatMap((number) =>
      Array.from('0123456789')
        .filter((digit) => digit !== number[index])
        .map((digit) => replaced(number, index, digit)),
    )
    expect(slips).toHaveLength(90_000)
    expect(slips.filter(hasCheckDigit)).toEqual([])
  })

  it.each([0, 1, 2, 3])('detects every exchange of digit %i with the next', (index) => {
    const exchanged = NUMBERS.filter((number) => number[index] !== number[index + 1]).map((number) =>
      replaced(number, index, `${number[index + 1]}${number[index]}`),
    )
    expect(exchanged.length).toBeGreaterThan(8_000)
    expect(exchanged.filter(hasCheckDigit)).toEqual([])
  })
})
