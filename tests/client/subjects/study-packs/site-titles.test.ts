import { expect, test } from 'vitest'
import { siteTitlesOf } from '../../../../src/client/subjects/study-packs/site-titles'

const titleOf = siteTitlesOf({ sites: [{ id: 11, title: 'Royal Infirmary' }] })

test.each([
  ['a pack of every site, which has no title', null, null],
  ['a site of the trial', 11, 'Royal Infirmary'],
  ['a site that the viewer does not reach, by its number: it is not every site', 12, 'Site 12'],
])('%s', (_what, id, title) => expect(titleOf(id)).toBe(title))
