import { expect, it } from 'vitest'
import { ALLOCATION_METHODS, RANDOMISATION_METHODS } from '#domain/trial-methods'

it.each([
  {
    list: RANDOMISATION_METHODS,
    titles: ['1 Blocked', '2 Urn', '3 Minimisation', '4 Standard'],
    runnable: ['Blocked', 'Standard'],
  },
  {
    list: ALLOCATION_METHODS,
    titles: ['1 Parallel', '2 Cluster', '3 Crossover', '4 Factorial'],
    runnable: ['Parallel'],
  },
])('the form offers $titles', ({ list, titles, runnable }) => {
  expect(list.map(({ id, title }) => `${id} ${title}`)).toEqual(titles)
  expect(list.filter(({ is_runnable }) => is_runnable).map(({ title }) => title)).toEqual(runnable)
})
