import { fewestRows, fitsFrame, isBeyondLists } from '#domain/randomisation/lists/judge-list'
import { countStrata, strataOfFrame } from '#domain/randomisation/lists/list-rows'
import { expect, test } from 'vitest'
import { aFrame } from './some-frames'

/*
 * A design may have more strata than a list has rows, and more than fit in memory. They are counted without being made.
 */

const stratum = (id: number, many: number) => ({
  id,
  option_ids: Array.from({ length: many }, (_, option) => 100 * id + option),
})

test('strata are counted as they are made', () => {
  for (const is_site_stratified of [true, false]) {
    const frame = aFrame({ is_stratified: true, is_site_stratified, trial_strata: [stratum(1, 3), stratum(2, 2)] })
    expect(countStrata(frame)).toBe(strataOfFrame(frame).length)
  }
})

test('a design with a billion strata is beyond any list, and no list fits it', () => {
  const frame = aFrame({ is_stratified: true, trial_strata: Array.from({ length: 9 }, (_, id) => stratum(id + 1, 10)) })
  expect([countStrata(frame), fewestRows(frame, 0), isBeyondLists(frame, 0)]).toEqual([1e9, 4, true])
  expect(fitsFrame({ added: [], before: [], whole: [], sample_size: 0 }, frame)).toBe(false)
})

test('2,500 strata of 4 rows fill a list, and rows of earlier lists count besides', () => {
  const frame = aFrame({ is_stratified: true, trial_strata: [stratum(1, 50), stratum(2, 50)] })
  expect([isBeyondLists(frame, 0), isBeyondLists(frame, 10_001)]).toEqual([false, true])
  expect([isBeyondLists(frame, 10_001, 2499), isBeyondLists(frame, 10_001, 2500)]).toEqual([true, false])
})
