import { groupNamedIn } from '#domain/participants/named-group'
import { describe, expect, test } from 'vitest'

const GROUPS = [
  { name: 'Zanamivir 10 mg', label: 'Kit L' },
  { name: 'Placebo', label: 'Kit K' },
]
const LETTERS = [
  { name: 'A', label: null },
  { name: 'B', label: null },
]

describe('a comment by a person who sees the groups', () => {
  test.each([
    ['Rash, was on placebo', 'Placebo'],
    ['PLACEBO?', 'Placebo'],
    ['Was given zanamivir  10 mg twice', 'Zanamivir 10 mg'],
    ['The box said Kit L', 'Kit L'],
    ['Known to be in arm B', 'arm B'],
    ['Her group 2 drug', 'group 2'],
  ])('names a group: %s', (comment, named) => {
    expect(groupNamedIn(comment, GROUPS, 'names')).toBe(named)
  })

  test.each([
    'Rash',
    'A fall at home',
    'Zanamivirus research',
    'Placebos are not at issue',
    'The kit lay open',
    'Of age group 70 to 80',
    'Blood group A',
  ])('names none: %s', (comment) => {
    expect(groupNamedIn(comment, GROUPS, 'names')).toBeNull()
  })

  test.each([
    ['Rash on B', 'B'],
    ['B: rash', 'B'],
    ['Was on A.', 'A'],
  ])('names a group of one letter: %s', (comment, named) => {
    expect(groupNamedIn(comment, LETTERS, 'names')).toBe(named)
  })

  test.each(['A fall at home', 'Took a bath', 'Vitamin b', 'ABC checked'])(
    'names no group of one letter: %s',
    (comment) => {
      expect(groupNamedIn(comment, LETTERS, 'names')).toBeNull()
    },
  )
})

test('a refusal names a label only to a reader of labels, and never a name to a blinded reader', () => {
  expect(groupNamedIn('Placebo, Kit K', GROUPS, 'labels')).toBe('Kit K')
  expect(groupNamedIn('Placebo', GROUPS, 'labels')).toBeNull()
  expect(groupNamedIn('Placebo, Kit K, arm B', GROUPS, 'nothing')).toBeNull()
})
