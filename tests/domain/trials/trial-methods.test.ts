import { describe, expect, it } from 'vitest'
import {
  ALLOCATION_METHODS,
  allocationMethodOfId,
  FACTORIAL_LEVELS,
  isFactorial,
  MINIMISATION_MEASURES,
  RANDOMISATION_METHODS,
  randomisationMethodOfId,
} from '#domain/trials/trial-methods'

describe('the form offers', () => {
  it.each([
    {
      list: RANDOMISATION_METHODS,
      titles: [
        '1 Blocked',
        '2 Urn',
        '3 Minimisation',
        '4 Standard',
        '5 Big stick',
        '6 Biased coin with tolerance',
        '7 Efron’s biased coin',
        '8 Maximal procedure',
        '9 Blocked, chosen sizes',
        '10 Uploaded list',
      ],
    },
    { list: ALLOCATION_METHODS, titles: ['1 Parallel', '2 Cluster', '3 Crossover', '4 Factorial'] },
  ])('$titles', ({ list, titles }) => {
    expect(list.map(({ id, title }) => `${id} ${title}`)).toEqual(titles)
  })

  it('the variance first, and two factors', () => {
    expect(MINIMISATION_MEASURES).toEqual(['variance', 'range'])
    expect(FACTORIAL_LEVELS).toEqual([1, 2])
  })
})

describe('a method', () => {
  it.each([
    { id: 0, randomisation: undefined, allocation: undefined },
    { id: 1, randomisation: 'blocked', allocation: 'parallel' },
    { id: 2, randomisation: 'urn', allocation: 'cluster' },
    { id: 3, randomisation: 'minimisation', allocation: 'crossover' },
    { id: 4, randomisation: 'standard', allocation: 'factorial' },
    { id: 5, randomisation: 'big_stick', allocation: undefined },
    { id: 99, randomisation: undefined, allocation: undefined },
  ])('of id $id is $randomisation, or $allocation', ({ id, randomisation, allocation }) => {
    expect(randomisationMethodOfId(id)?.name).toBe(randomisation)
    expect(allocationMethodOfId(id)?.name).toBe(allocation)
  })

  it.each([0, 1, 2, 3, 4, 5])('of id %i gives a group of each factor only where it is factorial', (id) => {
    expect(isFactorial(id)).toBe(id === 4)
  })
})
