import { idInAddress } from '#contract/fields'
import { studyPackFilterFields, studyPackOrderFields } from '#contract/study-pack-filter'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/**
 * The study packs are loaded all at once; the screen filters and sorts them, and their export does the same. `open` is
 * the record beside them.
 */
export const studyPacksSearch = searchOf(
  { ...studyPackFilterFields, ...studyPackOrderFields, open: v.optional(idInAddress) },
  ['status', 'site_id', 'expiry', 'sort', 'order'],
)

/** The search, filters and order of the list. */
export const packPlace = (search: ReturnType<typeof studyPacksSearch.validate>) => {
  const { sort, order, open: _open, ...filter } = studyPacksSearch.read(search)
  return { filter, place: { sort, order } }
}

/**
 * The ID of the pack to dispense, and the participant from whose page the dispense began: without the latter, the
 * warning about another participant's pack would be missing after unlocking.
 */
export const dispenseSearch = searchOf(
  {
    pack: v.optional(v.pipe(v.string(), v.maxLength(255))),
    participant: v.optional(idInAddress),
  },
  ['participant'],
)
