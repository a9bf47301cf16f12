import { expect, test } from 'vitest'
import { waitingWords, waitsLong } from '../../../../../src/client/subjects/study-packs/queue/waiting-words'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [0, '0 min'],
  [39 * MINUTE, '39 min'],
  [72 * MINUTE, '1 h 12 min'],
  [24 * HOUR - 1, '23 h 59 min'],
  [24 * HOUR, '1 day'],
  [68 * HOUR, '2 days'],
  [-HOUR, '0 min'],
])('a pack that has waited for %d ms says so', (waited, words) => {
  expect(waitingWords(waited)).toBe(words)
})

test('a pack waits long from a day on', () => {
  expect([waitsLong(24 * HOUR - 1), waitsLong(24 * HOUR)]).toEqual([false, true])
})
