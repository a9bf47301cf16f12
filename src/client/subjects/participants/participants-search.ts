import { idempotencyKey, idInAddress } from '#contract/fields'
import { listParticipants } from '#contract/participants'
import { listWaitingParticipants } from '#contract/waiting-list'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** The filter of the list, and the participant who stands beside it. */
export const participantsSearch = searchOf({ ...listParticipants.query, open: v.optional(idInAddress) }, [
  'page',
  'page_size',
  'sort',
  'order',
  'flag_status',
  'site_id',
])

/** The page of the waiting list. */
export const waitingSearch = searchOf(
  { page: listWaitingParticipants.query.page, page_size: listWaitingParticipants.query.page_size },
  ['page', 'page_size'],
)

/**
 * The key of the wizard's randomisation, and its person: for another person the outcome of the same key would be about a key of
 * their own. `waiting` is the row of the waiting list whose answers the form begins with.
 */
export const randomiseSearch = searchOf(
  {
    attempt: v.optional(idempotencyKey),
    by: v.optional(v.pipe(v.string(), v.maxLength(64))),
    waiting: v.optional(idInAddress),
  },
  ['attempt', 'by'],
)
