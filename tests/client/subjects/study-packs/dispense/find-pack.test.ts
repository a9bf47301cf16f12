import { describe, expect, test } from 'vitest'
import { findPack, isSamePackId } from '../../../../../src/client/subjects/study-packs/dispense/find-pack'

const packs = ['a-1', 'A-2', 'A-1', 'X 9'].map((pack_id, index) => ({ id: index + 1, pack_id }))

describe('the scanned pack', () => {
  test.each([
    ['letter for letter', 'A-1', 3],
    ['in the other case', 'a-2', 2],
    ['with spaces around it', ' x 9 ', 4],
    ['not by a part of its id', 'A-', undefined],
    ['not by nothing', '', undefined],
  ])('is found %s', (_, entered, id) => {
    expect(findPack(packs, entered)?.id).toBe(id)
  })
})

test.each([
  ['in the other case', 'a-2', true],
  ['with spaces around it', ' A-2 ', true],
  ['not of another pack', 'A-1', false],
])('a text is the ID of a pack %s', (_, text, isSame) => {
  expect(isSamePackId(text, 'A-2')).toBe(isSame)
})
