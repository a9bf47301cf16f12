import { expect, test } from 'vitest'
import { guessLines } from '../../../../../../src/client/subjects/trials/trial/proof/guess-lines'

const rate = (participants: number) => ({
  participants,
  observed: 0.6,
  expected: { mean: 0.55, standard_error: 0.01, exact: null },
  certain: 0.1,
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
    { key: 'trial', observer: 'Whole trial', ...rate(10) },
    { key: '4', observer: 'Northern General', ...rate(6) },
    { key: '5', observer: 'Southern General', ...rate(4) },
  ])
})
