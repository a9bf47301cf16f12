import { memberAt } from '#domain/member-at'
import { invalidFields, invalidRows, refusal, type Refusal } from '#contract/errors'
import type { RowFault } from '#contract/problem'
import type { NewUser, createUsers as endpoint } from '#contract/user-accounts'
import { chosenTimeZone, emailAddress } from '#contract/user-fields'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { accountEnd } from '../../../ground/time/calendar'
import { appendAudits } from '../../../ground/db/audit-log'
import { lockPeople, findUsers, insertUsers } from '../../../ground/db/users'
import type { ListHandler } from '../../call/call'
import { settledTimeZone } from '../../../ground/time/time-zones'
import { createdEntry } from './account-entries'
import { personFaults, type PersonFault } from './person-faults'

/**
 * Creates a user, or all users of an import or none of them. An account lasts a year, unless a person who manages users extends
 * it.
 */
export const createUsers: ListHandler<typeof endpoint> = {
  perform: async ({ actor, view, body, query, now, request_id }, transaction) => {
    const isImport = query.insert_type === 'bulk'
    const sent = peopleIn(body, isImport)
    if (!sent.ok) return sent
    await lockPeople(transaction)
    const faults = await personFaults(transaction, sent.value, null)
    if (faults.length > 0) return refused(isImport ? invalidRows(rowFaults(faults)) : fieldsOf(faults))
    const people = sent.value.map(({ selected_timezone, ...person }) => ({
      ...person,
      selected_timezone: selected_timezone == null ? null : settledTimeZone(selected_timezone, null),
      expires_at: accountEnd(now),
      created_at: now,
    }))
    const users = await insertUsers(transaction, people)
    const writing = { call: { actor, now, request_id }, view }
    await appendAudits(
      transaction,
      people.flatMap((person, index) => createdEntry(writing, memberAt(users, index), person)),
    )
    return accepted({ users })
  },

  judgeRows: async (_call, rows, transaction) => {
    const faults = await personFaults(transaction, rows.map(readableOf), null)
    return accepted(rowFaults(faults))
  },

  answer: async ({ query }, transaction, { users = [] }) => {
    const data = (await findUsers(transaction, users)).map(({ id, name }) => ({ id, name }))
    if (query.insert_type === 'bulk') return accepted({ data })
    const [user] = data
    return user ? accepted(user) : refused(refusal('not_found'))
  },
}

/** A list is an import; a single user is not. */
const peopleIn = (body: NewUser | NewUser[], isImport: boolean): Outcome<NewUser[], Refusal> => {
  if (Array.isArray(body) === isImport) return accepted([body].flat())
  return refused(invalidFields({ body: isImport ? 'Must be a list' : 'Must be an object' }))
}

const fieldsOf = (faults: readonly PersonFault[]): Refusal =>
  invalidFields(Object.fromEntries(faults.map(({ field, message }) => [field, message])))

const rowFaults = (faults: readonly PersonFault[]): RowFault[] =>
  faults.map(({ index, field, message }) => ({ row: index + 1, column: field, message }))

/** The readable parts of a row; an invalid address belongs to nobody. */
const readable = v.object({ email: v.fallback(emailAddress, ''), selected_timezone: v.fallback(chosenTimeZone, null) })

const readableOf = (row: unknown): { email: string; selected_timezone: string | null } => {
  const read = v.safeParse(readable, row)
  return read.success ? read.output : { email: '', selected_timezone: null }
}
