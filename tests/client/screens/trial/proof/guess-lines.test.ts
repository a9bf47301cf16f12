import { expect, test } from 'vitest'
import { guessLines, isSeeingNothingBetter } from '../../../../../src/client/screens/trial/proof/guess-lines'

const rate = (participants: number) => ({
  participants,
  observed: 0.6,
  expected: { mean: 0.55, standard_error: 0.01, exact: null },
})

test('before the first participant there is nothing to show', () => {
  expect(guessLines({ trial: null, sites: [], unseeing_guesser: null, warnings: [] })).toEqual([])
})

test('the whole trial comes first, then each site by its title', () => {
  const sites = [
    { site: { id: 4, title: 'Northern General' }, ...rate(6) },
    { site: { id: 5, title: 'Southern General' }, ...rate(4) },
  ]
  expect(guessLines({ trial: rate(10), sites, unseeing_guesser: 0.5, warnings: [] })).toEqual([
    { key: 'trial', who: 'Whole trial', ...rate(10) },
    { key: '4', who: 'Northern General', ...rate(6) },
    { key: '5', who: 'Southern General', ...rate(4) },
  ])
})

test.each([
  ['as likely as by chance', { mean: 0.25, standard_error: 0.001, exact: null }, false],
  ['less likely by no more than the error of the simulation', { mean: 0.24, standard_error: 0.01, exact: null }, false],
  ['less likely', { mean: 0.18, standard_error: 0.01, exact: null }, true],
  ['exactly as likely', { mean: 0.24, standard_error: 0.001, exact: 0.25 }, false],
  ['exactly less likely', { mean: 0.25, standard_error: 0.001, exact: 0.2 }, true],
])('a guess that is right %s', (_says, expected, isBetter) => {
  const lines = [{ key: '4', who: 'Northern General', ...rate(6), expected }]
  expect(isSeeingNothingBetter(lines, 0.25)).toBe(isBetter)
})
