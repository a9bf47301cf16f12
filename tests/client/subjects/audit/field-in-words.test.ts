import { expect, test } from 'vitest'
import { fieldInWords } from '../../../../src/client/subjects/audit/field-in-words'

/* People read the fields of an audit entry, so no column name may appear. */

test.each([
  ['is_unblinded', 'Unblinded'],
  ['has_study_packs_access', 'Study packs access'],
  ['selected_timezone', 'Selected timezone'],
  ['site_id', 'Site ID'],
  ['trial_status_id', 'Trial status'],
  ['rows', 'Rows'],
  ['study_packs.K-1.site_id', 'Study packs › K-1 › site ID'],
  ['study_packs.is_A.7.site_id', 'Study packs › is_A.7 › site ID'],
  ['sites.12', 'Sites › 12'],
])('%s', (field, words) => {
  expect(fieldInWords(field)).toBe(words)
})
