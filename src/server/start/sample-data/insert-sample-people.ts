import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import type { Transaction } from '../../ground/db/transaction'
import { insertPermission } from '../../ground/db/user-permissions'
import { insertUserProfile } from '../../ground/db/user-profiles'
import { insertUser } from '../../ground/db/users'
import {
  SAMPLE_ACCOUNTS,
  SAMPLE_ISSUER,
  type SampleAccount,
  type SampleAccountKey,
} from '../../doors/idp/sample-accounts'

/** The ids of the sample people, by the key of their account. */
export type SamplePeople = ReadonlyMap<SampleAccountKey, number>

/**
 * Stores the people of the sample accounts, each with an account at the sample provider. One of them administers the
 * service; the others get their permissions with the trials.
 */
export const insertSamplePeople = async (transaction: Transaction, now: string): Promise<SamplePeople> => {
  const people = new Map<SampleAccountKey, number>()
  for (const account of SAMPLE_ACCOUNTS) people.set(account.key, await insertPerson(transaction, account, now))
  const administrator = people.get('administrator')
  if (administrator === undefined) throw new Error('the sample people have no administrator')
  await insertPermission(transaction, {
    user_id: administrator,
    role_id: SYSTEM_ADMINISTRATOR.id,
    trial_id: null,
    site_id: null,
    created_at: now,
    updated_at: now,
    ended_at: null,
  })
  return people
}

const insertPerson = async (transaction: Transaction, { name, email }: SampleAccount, now: string): Promise<number> => {
  const person = { name, email, selected_timezone: null, expires_at: null, created_at: now }
  const user_id = await insertUser(transaction, person)
  await insertUserProfile(transaction, { user_id, idp: 'sso', issuer: SAMPLE_ISSUER, subject: email, created_at: now })
  return user_id
}
