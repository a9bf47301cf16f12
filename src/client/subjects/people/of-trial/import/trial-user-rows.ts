import type { RowFault } from '#contract/problem'
import { rowFaultOf } from '#contract/grant-refusals'
import { MAX_GIVEN_AT_ONCE } from '#contract/user-permissions'
import { csvText } from '#domain/csv'
import { NO_SUCH_USER } from '#domain/people/granting'
import {
  TRIAL_USER_COLUMNS,
  trialUserCells,
  type CheckedTrialUser,
  type TrialUserCells,
  type TrialUserColumn,
} from '#domain/people/trial-user-import'
import type { CsvForm } from '../../../../ui/csv/read-csv'

/** A file of users for a trial. */
export const TRIAL_USER_FILE: CsvForm<TrialUserColumn, TrialUserCells> = {
  columns: TRIAL_USER_COLUMNS.map((name) => ({ name })),
  max_rows: MAX_GIVEN_AT_ONCE,
  cellsOf: trialUserCells,
}

/** An empty file of users for a trial, to be filled in. */
export const trialUserTemplate = (): string => csvText([TRIAL_USER_COLUMNS])

/**
 * All faults of the rows before they are sent: within themselves, beside the permissions in `stored`, and users missing
 * in `people`.
 */
export const problemsIn = (
  rows: readonly CheckedTrialUser[],
  people: readonly { id: number }[],
  stored: readonly RowFault[],
): RowFault[] => {
  const userIds = new Set(people.map(({ id }) => id))
  const own = rows.flatMap(({ requested, entry, problems, refusal }, index) => [
    ...problems.map((problem) => ({ row: index + 1, ...problem })),
    ...(entry !== null || requested.user_id === null || userIds.has(requested.user_id)
      ? []
      : [{ row: index + 1, column: 'user_id', message: NO_SUCH_USER }]),
    ...(refusal === null ? [] : [inFile(rowFaultOf(index + 1, refusal))]),
  ])
  return [...own, ...stored.map(inFile)].toSorted((one, other) => one.row - other.row)
}

export const notesIn = (rows: readonly CheckedTrialUser[]): RowFault[] =>
  rows.flatMap(({ notes }, index) => notes.map((note) => ({ row: index + 1, ...note })))

/** The server's fault of a field, by the column of the file. */
export const inFile = (fault: RowFault): RowFault => ({ ...fault, column: COLUMN_OF[fault.column] ?? fault.column })

const COLUMN_OF: Readonly<Partial<Record<string, TrialUserColumn>>> = {
  role_id: 'role_level',
  is_blinded_partial: 'blinding_level',
  is_blinded_whole: 'blinding_level',
  is_unblind_authorized: 'delegated_unblind',
  has_study_packs_access: 'delegated_study_packs',
}
