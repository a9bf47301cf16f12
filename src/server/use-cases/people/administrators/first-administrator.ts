import { appendAudits } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { hasEverHadAccount } from '../../../ground/db/user-profiles'
import { findUserByAddress, updateUserRow, type UserRow } from '../../../ground/db/users'
import { MISSING_ADDRESS } from '../../../ground/mail/missing-address'
import { changedEntry } from '../users/account-entries'
import { consoleWriting } from './on-console'

/** Who the link of a start is for, before anybody has signed in with it. */
export const FIRST_ADMINISTRATOR = { name: 'First administrator', email: MISSING_ADDRESS }

/** The first administrator, as long as nobody has signed in as them. */
export const findWaitingFirst = async (transaction: Transaction): Promise<UserRow | undefined> => {
  const first = await findUserByAddress(transaction, MISSING_ADDRESS)
  return first && !(await hasEverHadAccount(transaction, first.id)) ? first : undefined
}

/** Gives the first administrator the name and address of whom they turn out to be. */
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
