import {
  inSavingOrder,
  isDueForSaving,
  offlineReadiness,
  SAVING_BUDGET,
} from '../../../src/domain/this-device/offline-readiness'
import { describe, expect, test } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2026-11-21T10:00:00.000Z')

describe('the readiness of a trial', () => {
  test.each([
    ['nothing is needed', [], { kind: 'missing' }],
    ['nothing is stored', [null, null], { kind: 'missing' }],
    ['one part is not stored', [NOW, null], { kind: 'missing' }],
    ['all of it is new', [NOW, NOW - MINUTE], { kind: 'ready', as_of: NOW - MINUTE }],
    ['its oldest part is 24 hours old', [NOW, NOW - 24 * HOUR], { kind: 'ready', as_of: NOW - 24 * HOUR }],
    ['its oldest part is older', [NOW, NOW - 24 * HOUR - 1], { kind: 'outdated', as_of: NOW - 24 * HOUR - 1 }],
    ['a part is of the future', [NOW, NOW + 2 * MINUTE], { kind: 'outdated', as_of: NOW }],
  ] as const)('where %s', (_case, parts, readiness) => {
    expect(offlineReadiness(parts, NOW)).toEqual(readiness)
  })
})

test.each([
  ['is missing', undefined, true],
  ['was just saved', NOW, false],
  ['is almost half an hour old', NOW - SAVING_BUDGET.fresh_for_ms + 1, false],
  ['is half an hour old', NOW - SAVING_BUDGET.fresh_for_ms, true],
  ['is of the future', NOW + 1, true],
] as const)('what %s is due: %s → %s', (_case, as_of, isDue) => {
  expect(isDueForSaving(as_of, NOW)).toBe(isDue)
})

test('trials at the person’s sites are saved first, then the trial that was opened last, then the others as listed', () => {
  const trials = [1, 2, 3, 4, 5].map((id) => ({ id, is_at_site: id >= 3 }))
  expect(inSavingOrder(trials, [4, 2]).map(({ id }) => id)).toEqual([4, 3, 5, 2, 1])
})
