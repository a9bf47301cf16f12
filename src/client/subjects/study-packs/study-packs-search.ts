import { idInAddress } from '#contract/fields'
import { studyPackFilterFields } from '#contract/study-pack-filter'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** The study packs are loaded all at once; the screen filters them, and their export gets the same filter. `open` stands beside them. */
export const studyPacksSearch = searchOf({ ...studyPackFilterFields, open: v.optional(idInAddress) }, [
  'status',
  'site_id',
  'expiry',
])

/**
 * The ID of the pack to dispense, and the participant from whose page the dispense began: without that, the stop before another
 * participant's pack would be missing after unlocking.
 */
export const dispenseSearch = searchOf(
  {
    pack: v.optional(v.pipe(v.string(), v.maxLength(255))),
    participant: v.optional(idInAddress),
  },
  ['participant'],
)
