import { findInvited } from '../../../ground/db/association-tokens'
import type { Queries } from '../../../ground/db/transaction'
import type { UserRow } from '../../../ground/db/users'
import { hashOf } from '../../../ground/secrets/random-secret'

/**
 * The person of an invitation, by the secret of its link. Undefined where it is unknown, used, replaced or expired, or the
 * person's account may not be used: one statement for all, so that neither the answer nor its time reveals which.
 */
export const invitedPerson = async (queries: Queries, token: string, now: string): Promise<UserRow | undefined> =>
  findInvited(queries, hashOf(token), now)
