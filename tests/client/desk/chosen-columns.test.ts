import { expect, test } from 'vitest'
import { moved } from '../../../src/client/desk/chosen-columns'

/* Columns move among those that the list has now. Other chosen columns stay in their place. */

test.each([
  ['a', 1, ['b', 'a', 'c']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
] as const)('%s moves by %i', (key, step, after) => {
  expect(moved(['a', 'b', 'c'], ['a', 'b', 'c'], key, step)).toEqual(after)
})

test('skips a missing column, which stays chosen', () => {
  expect(moved(['a', 'gone', 'b'], ['a', 'b'], 'b', -1)).toEqual(['b', 'a', 'gone'])
  expect(moved(['a', 'gone', 'b'], ['a', 'b'], 'a', 1)).toEqual(['gone', 'b', 'a'])
})
