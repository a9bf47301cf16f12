import type { StudyPack } from '#contract/study-packs'

/** An ordinary Active pack, as the pharmacist sees it. `changes` replaces some of its fields. */
export const aShownPack = (changes: Partial<StudyPack> = {}): StudyPack => ({
  id: 1,
  pack_id: 'A-10001',
  batch_id: 'B1',
  study_pack_status_id: 2,
  site_id: 11,
  duration: 28,
  last_allocation_date: '2027-03-03',
  expire_on: '2027-03-31',
  is_confirmable: false,
  ...changes,
})
