import { describe, expect, it } from 'vitest'
import { factorialCells, parallelCells, type WeightedGroup } from '#domain/randomisation/cells'

const group = (id: number, weight: number, factorial_level: number | null = null): WeightedGroup => ({
  id,
  weight,
  factorial_level,
})

describe('the cells of a parallel trial', () => {
  it.each([
    { says: 'one for each group', groups: [group(1, 1), group(2, 1)], cells: ['1: 1', '2: 1'] },
    {
      says: 'in order of id, as numbers',
      groups: [group(9, 1), group(10, 3), group(4, 2)],
      cells: ['4: 2', '9: 1', '10: 3'],
    },
    { says: 'of reduced weights', groups: [group(1, 6), group(2, 0), group(3, 4)], cells: ['1: 3', '2: 0', '3: 2'] },
    { says: 'of one open group', groups: [group(1, 0), group(2, 7)], cells: ['1: 0', '2: 1'] },
  ])('are $says: $cells', ({ groups, cells }) => {
    expect(parallelCells(groups).map(asText)).toEqual(cells)
  })
})

describe('the cells of a factorial trial', () => {
  it.each([
    {
      says: 'each pair, in order of factor 1 and then of factor 2, whichever ids are lower',
      groups: [group(2, 1, 2), group(1, 1, 2), group(8, 1, 1), group(7, 1, 1)],
      cells: ['7 1: 1', '7 2: 1', '8 1: 1', '8 2: 1'],
    },
    {
      says: 'of the product of the weights',
      groups: [group(1, 2, 1), group(2, 1, 1), group(3, 3, 2), group(4, 1, 2)],
      cells: ['1 3: 6', '1 4: 2', '2 3: 3', '2 4: 1'],
    },
    {
      says: 'of weights reduced in each factor',
      groups: [group(1, 20, 1), group(2, 10, 1), group(3, 5, 2), group(4, 5, 2)],
      cells: ['1 3: 2', '1 4: 2', '2 3: 1', '2 4: 1'],
    },
    {
      says: 'closed where one of the groups is',
      groups: [group(1, 1, 1), group(2, 0, 1), group(3, 1, 2), group(4, 1, 2)],
      cells: ['1 3: 1', '1 4: 1', '2 3: 0', '2 4: 0'],
    },
  ])('are $says', ({ groups, cells }) => {
    expect(factorialCells(groups).map(asText)).toEqual(cells)
  })
})

const asText = ({ group_ids, weight }: ReturnType<typeof parallelCells>[number]) => `${group_ids.join(' ')}: ${weight}`
