import { describe, expect, test } from 'vitest'
import { sitesToFilterBy } from '../../../../../src/client/subjects/participants/list/sites-to-filter-by'
import { aShownTrial } from '../../../a-shown-trial'

describe('the sites in the filter of participants', () => {
  test.each([
    ['somebody who reaches every site: those that have gone too', [11, 12], ['Abbey', 'Closed', 'Queens']],
    ['somebody of one site', [12], ['Abbey']],
    ['somebody of whom nothing is known yet', [], []],
  ])('%s', (_, permitted, titles) => {
    const sites = permitted.map((id) => ({ id, title: '' }))
    expect(sitesToFilterBy(aShownTrial(), sites).map(({ title }) => title)).toEqual(titles)
  })
})
