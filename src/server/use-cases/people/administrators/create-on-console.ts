import { appendAudits } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { findUser, insertUsers, type UserRow } from '../../../ground/db/users'
import { createdEntry } from '../users/account-entries'
import { consoleWriting } from './on-console'

/**
 * Creates a person whose account never expires, since there may be nobody to extend it. Needs the write lock of people and a
 * free address.
 */
export const createOnConsole = async (
  transaction: Transaction,
  person: Pick<UserRow, 'name' | 'email'>,
  now: string,
): Promise<UserRow> => {
  const created = { ...person, selected_timezone: null, expires_at: null, created_at: now }
  const [id = 0] = await insertUsers(transaction, [created])
  await appendAudits(transaction, [createdEntry(consoleWriting(now), id, created)])
  const user = await findUser(transaction, id)
  if (!user) throw new Error(`user ${id} was stored and is not there`)
  return user
}
