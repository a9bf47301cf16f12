import type { ErrorCode } from '#contract/errors'
import { redirectToPing } from '#contract/session'
import * as v from 'valibot'
import { searchOf } from '../../api/address-search'

/** Why a sign-in failed before there was a REF, as the server's callback reports it. */
const FAILURES_ON_RETURN = [
  'ref_invalid',
  'provider_refused',
  'unavailable',
  'overloaded',
  'too_many_requests',
] as const satisfies readonly ErrorCode[]

/** The link of an invitation; the server checks its secret. */
export const associationSearch = searchOf({ token: v.optional(v.string()) }, [])

/** Whether the provider must ask for the account, even where it remembers one. */
export const signInSearch = searchOf({ prompt: redirectToPing.query.prompt }, [])

/** The return address of a sign-in provider. */
export const returnSearch = searchOf(
  {
    REF: v.optional(v.string()),
    error: v.optional(v.picklist(FAILURES_ON_RETURN)),
    purpose: redirectToPing.query.purpose,
  },
  [],
)
