import { api } from '#contract/api'
import type { ErrorCode } from '#contract/errors'
import { idempotencyKey, idInAddress, repeated } from '#contract/fields'
import * as v from 'valibot'
import { searchOf } from './address-search'

/** The addresses' search fields, screen by screen. Lists have those of the call they show. */
export const trialsSearch = searchOf(api.listTrials.query)

export const participantsSearch = searchOf(api.listParticipants.query)
export const messagesSearch = searchOf(api.listMessages.query)

/**
 * The wizard's: the key under which an allocation is asked for, and who asks. Keys belong to persons: another one
 * asking after it would be told about a key of his own.
 */
export const randomiseSearch = searchOf({
  attempt: v.optional(idempotencyKey),
  by: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

/** The trial that a simulation is filled in from, and the simulations that are shown, one for each alternative. */
export const simulationSearch = searchOf({ trial: v.optional(idInAddress), run: repeated(idInAddress) })

/** Why a sign-in did not succeed before there was a REF, as the server's callback says it. */
const FAILURES_ON_RETURN = ['ref_invalid', 'provider_refused', 'unavailable'] as const satisfies readonly ErrorCode[]

/** A sign-in provider's way back. */
export const returnSearch = searchOf({ REF: v.optional(v.string()), error: v.optional(v.picklist(FAILURES_ON_RETURN)) })
