import { expect, test } from 'vitest'
import { listed } from '../../../src/client/ui/listed'

test.each<[string[], string]>([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('%j are listed as “%s”', (words, expected) => {
  expect(listed(words)).toBe(expected)
})
