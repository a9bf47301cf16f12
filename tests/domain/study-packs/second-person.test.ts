import { CHECK_HOLDS_MS, isCheckedFor } from '#domain/study-packs/second-person'
import { expect, test } from 'vitest'

const [DISPENSER, SECOND, THIRD] = [1, 2, 3]
const AT = 10 * CHECK_HOLDS_MS

test.each([
  ['nobody', [], false],
  ['the dispenser alone', [{ by: DISPENSER, at: AT }], false],
  ['another at the same time', [{ by: SECOND, at: AT }], true],
  ['another an hour before', [{ by: SECOND, at: AT - CHECK_HOLDS_MS }], true],
  ['another more than an hour before', [{ by: SECOND, at: AT - CHECK_HOLDS_MS - 1 }], false],
  ['another only afterwards', [{ by: SECOND, at: AT + 1 }], false],
  [
    'one too early, one too late, and the dispenser',
    [
      { by: SECOND, at: 0 },
      { by: THIRD, at: AT + 1 },
      { by: DISPENSER, at: AT },
    ],
    false,
  ],
  [
    'the dispenser and another',
    [
      { by: DISPENSER, at: AT },
      { by: THIRD, at: AT - 1 },
    ],
    true,
  ],
])('a pack confirmed by %s', (_who, checks, isChecked) => {
  expect(isCheckedFor(checks, DISPENSER, AT)).toBe(isChecked)
})
