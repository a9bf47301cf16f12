import { opaqueTag } from '#contract/entity-tag'
import { expect, test } from 'vitest'

test('a tag is read without its marks, also a weak one of a proxy; other text is no tag', () => {
  expect(['"abc"', 'W/"abc"', ' "abc" '].map(opaqueTag)).toEqual(['abc', 'abc', 'abc'])
  expect([null, undefined, '', '*', 'abc', '"a"b"'].map(opaqueTag)).toEqual([null, null, null, null, null, null])
})
