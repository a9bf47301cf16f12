import { expect, test } from 'vitest'
import { courseWords } from '../../../../../../src/client/subjects/trials/trial/overview/course-words'
import { dayNumber } from '../../../../../../src/client/ui/format-time'

const day = dayNumber('2026-11-21')

test.each([
  [60, 88.4, '60 recruited by 21 Nov 2026, 88 expected: 28 behind.'],
  [1500, 1200, '1,500 recruited by 21 Nov 2026, 1,200 expected: 300 ahead.'],
  [88, 88.4, '88 recruited by 21 Nov 2026, 88 expected: on course.'],
  [60, null, '60 recruited by 21 Nov 2026.'],
])('%d recruited of %s expected', (recruited, expected, words) => {
  expect(courseWords({ day, recruited, expected }, 0)).toBe(words)
})

test.each([
  [6, 0, 2, '6 recruited by 21 Nov 2026 (2 flagged, not counted towards the sample size), 0 expected: 4 ahead.'],
  [60, null, 1, '60 recruited by 21 Nov 2026 (1 flagged, not counted towards the sample size).'],
])('%d recruited of %s expected, %d of them flagged and left out', (recruited, expected, leftOut, words) => {
  expect(courseWords({ day, recruited, expected }, leftOut)).toBe(words)
})
