import { appendAudits } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { hasEverHadAccount } from '../../../ground/db/user-profiles'
import { findUserByAddress, updateUserRow, type UserRow } from '../../../ground/db/users'
import { MISSING_ADDRESS } from '../../../ground/mail/missing-address'
import { changedEntry } from '../users/account-entries'
import { consoleWriting } from './on-console'

/** The name of the first administrator until they sign in. */
export const FIRST_ADMINISTRATOR = { name: 'First administrator', email: MISSING_ADDRESS }

/** The first administrator, while nobody has signed in as them. */
export const findWaitingFirst = async (transaction: Transaction): Promise<UserRow | undefined> => {
  const first = await findUserByAddress(transaction, MISSING_ADDRESS)
  return first && !(await hasEverHadAccount(transaction, first.id)) ? first : undefined
}

/** Gives the first administrator the real name and address of the person. */
export const nameFirst = async (
  transaction: Transaction,
  first: UserRow,
  person: Pick<UserRow, 'name' | 'email'>,
  now: string,
): Promise<UserRow> => {
  await updateUserRow(transaction, first.id, person, now)
  const event = { kind: 'user_updated', description: `User ${first.id} updated: ${person.name}` } as const
  await appendAudits(transaction, [changedEntry(consoleWriting(now), event, first, person)])
  return { ...first, ...person }
}
