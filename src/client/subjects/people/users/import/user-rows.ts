import { MAX_IMPORTED_USERS, newUser, type NewUser } from '#contract/user-accounts'
import { emailAddress } from '#contract/user-fields'
import type { RowFault } from '#contract/problem'
import { csvText } from '#domain/csv'
import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { sharedAddresses, USER_COLUMNS } from '#domain/people/user-import'
import type { CsvForm } from '../../../../ui/csv/read-csv'
import * as v from 'valibot'

/** The format of a file of users: columns name, email and, optionally, time zone. */
export const USER_FILE: CsvForm<(typeof USER_COLUMNS)[number], NewUser> = {
  columns: [{ name: 'name' }, { name: 'email' }, { name: 'timezone', isOptional: true }],
  max_rows: MAX_IMPORTED_USERS,
  cellsOf: (cell) => ({
    name: cell('name').trim(),
    email: cell('email').trim(),
    selected_timezone: cell('timezone').trim() || null,
  }),
}

/** An empty file of users, to be filled in. */
export const userTemplate = (): string => csvText([USER_COLUMNS])

/** Whether a zone is a former name: the server stores its present name, or refuses it. */
const isFormerName = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The faults of a user, by field. */
const profileFaults = (user: NewUser): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {}
  for (const issue of v.safeParse(newUser, user).issues ?? []) faults[v.getDotPath(issue) ?? ''] ??= issue.message
  return faults
}

/** The faults of users that are found without the server, row by row. */
export const userFaults = (users: readonly NewUser[], supported: ReadonlySet<string>): RowFault[] => {
  const own = users.flatMap((user, place): RowFault[] => [
    ...Object.entries(profileFaults(user)).map(([column, message]) => ({ row: place + 1, column, message })),
    ...(user.selected_timezone === null || supported.has(user.selected_timezone) || isFormerName(user.selected_timezone)
      ? []
      : [{ row: place + 1, column: 'selected_timezone', message: TIME_ZONE_UNSUPPORTED }]),
  ])
  const shared = sharedAddresses(users.map(({ email }) => email)).map(({ index: place, message }) => ({
    row: place + 1,
    column: 'email',
    message,
  }))
  return [...own, ...shared].sort((one, other) => one.row - other.row)
}

/** The addresses by which the server finds existing users; null for an invalid one. */
export const readableAddresses = (users: readonly NewUser[]): (string | null)[] =>
  users.map(({ email }) => (v.is(emailAddress, email) ? email : null))
