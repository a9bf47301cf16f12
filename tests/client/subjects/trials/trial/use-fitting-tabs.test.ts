import { expect, test } from 'vitest'
import { placesThatFit } from '../../../../../src/client/subjects/trials/trial/use-fitting-tabs'

const WIDTHS = [80, 100, 90, 110, 70]

test.each([
  ['all where there is room for all', 450, 0, false, [0, 1, 2, 3, 4]],
  ['all where nothing is laid out', 0, 0, true, [0, 1, 2, 3, 4]],
  ['the first ones beside the button of the others', 380, 0, false, [0, 1, 2]],
  ['the open one in place of one before it', 380, 4, false, [0, 1, 4]],
  ['the open one alone on a line that is too short', 100, 3, false, [3]],
  ['fewer where the button is there in any case', 450, 0, true, [0, 1, 2]],
  ['the first ones where none is open', 380, -1, false, [0, 1, 2]],
])('%s', (_, room, open, hasMore, places) => {
  expect(placesThatFit(WIDTHS, room, open, hasMore)).toEqual(places)
})
