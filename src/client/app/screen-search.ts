import { api } from '#contract/api'
import { idempotencyKey } from '#contract/fields'
import * as v from 'valibot'
import { searchOf } from './address-search'

/** The addresses' search fields, screen by screen. Lists have those of the call they show. */
export const trialsSearch = searchOf(api.listTrials.query)

const { page, page_size, sort, order, q } = api.listParticipants.query
export const participantsSearch = searchOf({ page, page_size, sort, order, q })

/**
 * The wizard's: the key under which an allocation is asked for, and who asks. Keys belong to persons: another one
 * asking after it would be told about a key of his own.
 */
export const randomiseSearch = searchOf({
  attempt: v.optional(idempotencyKey),
  by: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** A sign-in provider's way back. */
export const returnSearch = searchOf({ REF: v.optional(v.string()) })
