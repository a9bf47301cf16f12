import { describe, expect, test } from 'vitest'
import { outdatedShells, succeed } from '../../sw/shell-lineage'

describe('succeed', () => {
  test.each([
    ['the first version stands alone', [], 'a', ['a']],
    ['the second keeps the first', ['a'], 'b', ['b', 'a']],
    ['the third drops the first', ['b', 'a'], 'c', ['c', 'b']],
    ['going back keeps the one it replaced', ['b', 'a'], 'a', ['a', 'b']],
    ['a worker that changed without its files keeps the one before', ['b', 'a'], 'b', ['b', 'a']],
  ])('%s', (_what, lineage, current, expected) => {
    expect(succeed(lineage, current)).toEqual(expected)
  })
})

describe('outdatedShells', () => {
  const cacheNames = ['equipoise-shell-1', 'equipoise-shell-2', 'equipoise-shell-3', 'equipoise-lineage', 'another-app']

  test('names the shells that are neither in use nor the previous ones', () => {
    expect(outdatedShells(cacheNames, ['equipoise-shell-3', 'equipoise-shell-2'])).toEqual(['equipoise-shell-1'])
  })

  test('names a version that was installed but never used, not the one that was', () => {
    expect(outdatedShells(cacheNames, ['equipoise-shell-3', 'equipoise-shell-1'])).toEqual(['equipoise-shell-2'])
  })

  test('leaves caches of other kinds alone', () => {
    expect(outdatedShells(['equipoise-lineage', 'another-app'], [])).toEqual([])
  })
})
