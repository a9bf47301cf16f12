import { expect, test } from 'vitest'
import { cellInWords } from '../../../../src/client/subjects/reports/cell-in-words'

/* A report in the browser shows numbers, days and times as every other screen does. */

test.each([
  ['a number', 'Recruited', 6257, '6,257'],
  ['an amount', 'Quote amount', 12500.5, '12,500.5'],
  ['the id of a trial', 'Trial ID', 1042, '1042'],
  ['a sequence number', 'Sequence number', 6257, '6257'],
  ['a day', 'Start date', '2026-04-09', '9 Apr 2026'],
  ['a day that a trial ended on', 'Ended on', '2026-04-09', '9 Apr 2026'],
  ['a time', 'Randomised at (Europe/London)', '2026-04-09 12:03:37+01:00', '9 Apr 2026, 12:03'],
  [
    'times within lines',
    'Flags',
    '1. Flagged by Keel, 2026-04-09 12:03:37+01:00 (done at 2026-04-09 11:00:00+01:00): Lost\n2. Unflagged',
    '1. Flagged by Keel, 9 Apr 2026, 12:03 (done at 9 Apr 2026, 11:00): Lost\n2. Unflagged',
  ],
  ['nothing', 'Paid date', null, ''],
  ['an id that looks like a day', 'Screening number', '2026-04-09', '2026-04-09'],
  ['words', 'Sample size', 'No limit', 'No limit'],
])('%s', (_, heading, cell, words) => {
  expect(cellInWords(heading, cell)).toBe(words)
})
