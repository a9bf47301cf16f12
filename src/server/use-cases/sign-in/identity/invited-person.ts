import { findInvited } from '../../../ground/db/association-tokens'
import type { Queries } from '../../../ground/db/transaction'
import type { UserRow } from '../../../ground/db/users'
import { hashOf } from '../../../ground/secrets/random-secret'

/**
 * The person whom an invitation is for, by the secret of its link. Undefined where it is unknown, used, replaced or run out, or
 * its person's account may not be used: one statement for all of these, so that neither the answer nor its time tells which.
 */
export const invitedPerson = async (queries: Queries, token: string, now: string): Promise<UserRow | undefined> =>
  findInvited(queries, hashOf(token), now)
