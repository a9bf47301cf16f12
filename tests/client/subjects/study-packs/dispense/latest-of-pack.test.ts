import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { StudyPackLog } from '#contract/study-packs'
import { expect, test } from 'vitest'
import { latestOfPack } from '../../../../../src/client/subjects/study-packs/dispense/latest-of-pack'
import { aShownPack } from '../../../a-shown-pack'

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

test('a pack that was not asked for by itself is known from the list', () => {
  expect(latestOfPack(null, { pack: dispensed, as_of: 5 })).toEqual({ pack: dispensed, as_of: 5 })
})

test.each([5, 6])('its own answer counts that came with the list or after it: %i', (as_of) => {
  expect(latestOfPack({ pack: withLog, as_of }, { pack: allocated, as_of: 5 })).toEqual({ pack: withLog, as_of })
})

test('a list that comes after it and agrees takes nothing away of who did it, and when', () => {
  expect(latestOfPack({ pack: withLog, as_of: 5 }, { pack: dispensed, as_of: 6 })).toEqual({ pack: withLog, as_of: 6 })
})

test('a list that comes after it and tells otherwise counts by itself', () => {
  const before = { ...allocated, study_pack_logs: [log] }
  expect(latestOfPack({ pack: before, as_of: 5 }, { pack: dispensed, as_of: 6 })).toEqual({ pack: dispensed, as_of: 6 })
})
