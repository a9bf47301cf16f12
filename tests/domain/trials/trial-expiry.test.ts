import { expiryOf } from '#domain/trials/trial-expiry'
import { expect, test } from 'vitest'

test.each([
  ['2027-11-30', '2028-05-30'],
  ['2027-08-31', '2028-02-29'],
  ['2026-08-31', '2027-02-28'],
  ['2026-12-31', '2027-06-30'],
  ['2026-01-15', '2026-07-15'],
  ['0001-01-01', '0001-07-01'],
  ['9999-06-30', '9999-12-30'],
  ['9999-07-01', '9999-12-31'],
])('a trial that ends on %s expires on %s, six months after', (end, expiry) => {
  expect(expiryOf(end)).toBe(expiry)
})
