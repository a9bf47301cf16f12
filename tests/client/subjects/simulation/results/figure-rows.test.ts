import { describe, expect, test } from 'vitest'
import {
  distributionLines,
  imbalanceLines,
  pathLines,
  rateLines,
  ratioLines,
  stockLines,
} from '../../../../../src/client/subjects/simulation/results/figure-rows'
import { aResult } from '../a-result'

const compared = [aResult('A'), aResult('B')]

test('the lines of every alternative follow one another, each with its letter and a key of its own', () => {
  const lines = distributionLines(compared)
  expect(lines.map(({ letter, from }) => `${letter} ${from}`)).toEqual(['A 0', 'A 2', 'B 0', 'B 2'])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

describe('a line has', () => {
  test('the share of trials with this end', () => {
    expect(distributionLines([aResult('A')]).map(({ share }) => share)).toEqual([0.75, 0.25])
  })

  test('the participants among whom study groups are compared', () => {
    expect(imbalanceLines([aResult('A')]).map(({ name }) => name)).toEqual([
      'Whole trial',
      'Site 2',
      'Sex: Male, factor 1',
    ])
  })

  test('the guesser; one without knowledge is right by calculation', () => {
    expect(rateLines([aResult('A')]).map(({ name, rate }) => [name, rate.mean, rate.exact])).toEqual([
      ['Sees every allocation', 0.7, 0.71],
      ['Sees their own site', 0.6, null],
      ['Has seen nothing', 0.5, 0.5],
      ['Certain, sees every allocation', 0.25, null],
      ['Certain, sees their own site', 0.1, null],
      ['Certain, knows block sizes too', 0.3, null],
    ])
  })

  test('the share of each study group at a position', () => {
    expect(ratioLines([aResult('A')]).map(({ position, group, share }) => [position, group, share.mean])).toEqual([
      [1, '=1+2', 0.6],
      [1, 'Placebo', 0.4],
    ])
  })

  test('the packs of each site, and the site most at risk: the first of equal ones', () => {
    expect(stockLines([aResult('A')])).toMatchObject([
      { packs: '=1+2 4, Placebo 2', some_site: { mean: 0.5 }, worst: { name: 'Site 2', chance: { mean: 0.4 } } },
    ])
  })

  test('the spread of the imbalance after so many participants', () => {
    expect(pathLines([aResult('A')])).toMatchObject([{ participants: 40, median: 2, quantile_97_5: 4 }])
  })
})

test('a figure that was not simulated has no lines', () => {
  expect(stockLines([aResult('A', { stock: [] })])).toEqual([])
})
