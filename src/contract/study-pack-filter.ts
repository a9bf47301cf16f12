import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { PACK_EXPIRIES } from '#domain/study-packs/study-pack-filter'
import { PACK_SORTS } from '#domain/study-packs/study-pack-sorts'
import * as v from 'valibot'
import { idInAddress, order, repeated, searchText } from './fields'

/** The filter of a list of study packs, in the address of its screen and of its export. */
export const studyPackFilterFields = {
  q: searchText,
  status: repeated(v.picklist(STUDY_PACK_STATUSES.map(({ key }) => key))),
  site_id: v.optional(v.union([idInAddress, v.literal('none')])),
  batch_id: v.optional(v.pipe(v.string(), v.maxLength(255))),
  expiry: v.optional(v.picklist(PACK_EXPIRIES)),
  study_group_id: v.optional(idInAddress),
}

/** The order of a list of study packs, in the same addresses. */
export const studyPackOrderFields = {
  sort: v.optional(v.picklist(PACK_SORTS, 'Not a field to sort study packs by'), 'batch'),
  order: order('asc'),
}
