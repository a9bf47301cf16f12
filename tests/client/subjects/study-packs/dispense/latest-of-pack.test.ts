import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { StudyPackLog } from '#contract/study-packs'
import { expect, test } from 'vitest'
import { latestOfPack } from '../../../../../src/client/subjects/study-packs/dispense/latest-of-pack'
import { aShownPack } from '../../../a-shown-pack'

const NOW = 1_000_000

const log: StudyPackLog = {
  id: 3,
  created_at: '2027-03-04T09:00:00.000Z',
  performed_at: null,
  clock_uncertain: false,
  actioned_by_user: { id: 4, name: 'Ada Coordinator' },
  action: 'dispense',
  comment: 'First',
}
const allocated = aShownPack({ study_pack_status_id: studyPackStatusId('allocated') })
const dispensed = aShownPack({ study_pack_status_id: studyPackStatusId('dispensed') })
const withLog = { ...dispensed, study_pack_logs: [log] }

test('a pack without an answer of its own is known from the list', () => {
  expect(latestOfPack(null, { pack: dispensed, as_of: 5 }, NOW)).toEqual({ pack: dispensed, as_of: 5 })
})

test.each([5, 6])('its own answer counts if it is as new as the list or newer: %i', (as_of) => {
  expect(latestOfPack({ pack: withLog, as_of }, { pack: allocated, as_of: 5 }, NOW)).toEqual({ pack: withLog, as_of })
})

test('a newer list that agrees removes neither person nor time', () => {
  expect(latestOfPack({ pack: withLog, as_of: 5 }, { pack: dispensed, as_of: 6 }, NOW)).toEqual({
    pack: withLog,
    as_of: 6,
  })
})

test('a newer list that differs counts alone', () => {
  const before = { ...allocated, study_pack_logs: [log] }
  expect(latestOfPack({ pack: before, as_of: 5 }, { pack: dispensed, as_of: 6 }, NOW)).toEqual({
    pack: dispensed,
    as_of: 6,
  })
})

test('a list of a time to come is older: the clock was put back since, and the answer of now counts', () => {
  const listed = { pack: allocated, as_of: NOW + 3_600_000 }
  const answered = { pack: withLog, as_of: NOW - 1000 }
  expect(latestOfPack(answered, listed, NOW)).toEqual(answered)
  // Both are of before: only their order is known.
  const before = { pack: withLog, as_of: NOW + 3_000_000 }
  expect(latestOfPack(before, listed, NOW)).toEqual(listed)
})
