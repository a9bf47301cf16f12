import {
  judgeGrant,
  ROLE_REQUIRED,
  USER_REQUIRED,
  type Granter,
  type GrantingTrial,
  type GrantRefusal,
  type HeldPermission,
} from './granting'
import { roleOfLevel, type Role, type StoredPermission } from './permissions'
import { recordOf } from '../record-of'
import { SITE_UNKNOWN } from '../trials/site'

/** The columns of a list of users for a trial, in the order of its template. */
export const TRIAL_USER_COLUMNS = [
  'user_id',
  'role_level',
  'site_id',
  'blinding_level',
  'delegated_unblind',
  'delegated_study_packs',
] as const
export type TrialUserColumn = (typeof TRIAL_USER_COLUMNS)[number]

/** A row as it was written: a text for every column, empty for an empty cell. */
export type TrialUserCells = Readonly<Record<TrialUserColumn, string>>

/** A remark about one cell. */
type CellRemark = { column: TrialUserColumn; message: string }

/** The permission that a row requests; null where its cell names no user, role or site. */
export type RequestedRow = Omit<StoredPermission, 'role_id' | 'trial_id'> & {
  user_id: number | null
  role: Role | null
}

/** A permission with its future holder. */
type TrialUserEntry = StoredPermission & { user_id: number }

export type CheckedTrialUser = {
  cells: TrialUserCells
  requested: RequestedRow
  /** The permission to be stored, or null where the row has a fault. */
  entry: TrialUserEntry | null
  /** Cells that cannot be read. */
  problems: CellRemark[]
  /** Why the permission cannot be granted; null where it can, or could not be read. */
  refusal: GrantRefusal | null
  /** Cells whose meaning differs from their text. */
  notes: CellRemark[]
}

/** The trial and the granter of an import, as far as known without asking the server. */
export type TrialUserImport = { trial_id: number; trial: GrantingTrial; granter: Granter }

/**
 * Judges each row of a list as the server does, after the rows above it. Whether the users exist, and which permissions they
 * have already, is unknown here, and so is whether one makes the list of the trial.
 */
export const checkTrialUsers = (
  rows: readonly TrialUserCells[],
  trialAndGranter: TrialUserImport,
): CheckedTrialUser[] => {
  const grants = new Map<number, HeldPermission[]>()
  return rows.map((cells, index) => {
    const requested = requestedRow(cells)
    const problems = problemsOf(cells, requested, trialAndGranter.trial)
    const notes = readOtherwise(cells)
    const { user_id, role, ...permission } = requested
    if (problems.length > 0 || user_id === null || role === null)
      return { cells, requested, entry: null, problems, refusal: null, notes }
    const others = grants.get(user_id) ?? []
    const judged = judgeGrant({
      ...trialAndGranter,
      user_id,
      requested: { ...permission, role_id: role.id, trial_id: trialAndGranter.trial_id },
      current: null,
      others,
      authored_trials: [],
      force_update: false,
    })
    if (!judged.ok) return { cells, requested, entry: null, problems, refusal: judged.refusal, notes }
    const entry = judged.value.permission
    grants.set(user_id, [...others, { ...entry, id: index }])
    return {
      cells,
      requested,
      entry: { user_id, ...entry },
      problems,
      refusal: null,
      notes: [...notes, ...notTaken(requested, entry)],
    }
  })
}

/** Makes a row from the text of each column. */
export const trialUserCells = (cell: (column: TrialUserColumn) => string): TrialUserCells =>
  recordOf(TRIAL_USER_COLUMNS, (column) => cell(column).trim())

/** Reads the cells of a row, each by itself. */
export const requestedRow = (cells: TrialUserCells): RequestedRow => {
  const named = idOf(cells.role_level)
  const blinding = cells.blinding_level.toLowerCase()
  return {
    user_id: idOf(cells.user_id),
    role: named === null ? null : roleOfLevel(named, cells.site_id !== ''),
    site_id: idOf(cells.site_id),
    is_blinded_partial: blinding === 'label-replacement',
    is_blinded_whole: blinding === 'full',
    is_unblind_authorized: isTrue(cells.delegated_unblind),
    has_study_packs_access: isTrue(cells.delegated_study_packs),
  }
}

const idOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
const isTrue = (text: string): boolean => text.toLowerCase() === 'true'

const problemsOf = (
  cells: TrialUserCells,
  { user_id, role, site_id }: RequestedRow,
  trial: GrantingTrial,
): CellRemark[] => {
  const problems: CellRemark[] = []
  const fault = (column: TrialUserColumn, message: string) => problems.push({ column, message })
  if (user_id === null) fault('user_id', cells.user_id === '' ? USER_REQUIRED : 'Must be a user ID')
  if (role === null) fault('role_level', cells.role_level === '' ? ROLE_REQUIRED : NO_SUCH_LEVEL)
  if (cells.site_id !== '' && !trial.sites.some(({ id }) => id === site_id)) fault('site_id', SITE_UNKNOWN)
  return problems
}

const NO_SUCH_LEVEL = 'No trial or site role has this level'

/** Texts with a plain meaning; for any other the row gets a note. */
const PLAIN: readonly { columns: readonly TrialUserColumn[]; texts: readonly string[]; read: string }[] = [
  {
    columns: ['blinding_level'],
    texts: ['', 'unblinded', 'label-replacement', 'full'],
    read: 'Unknown value, treated as unblinded',
  },
  {
    columns: ['delegated_unblind', 'delegated_study_packs'],
    texts: ['', 'true', 'false'],
    read: 'Unknown value, treated as false',
  },
]

const readOtherwise = (cells: TrialUserCells): CellRemark[] =>
  PLAIN.flatMap(({ columns, texts, read }) =>
    columns
      .filter((column) => !texts.includes(cells[column].toLowerCase()))
      .map((column) => ({ column, message: read })),
  )

/** Requested delegation that the role or the blinding does not allow. */
const notTaken = (requested: RequestedRow, entry: StoredPermission): CellRemark[] => [
  ...(requested.is_unblind_authorized && !entry.is_unblind_authorized
    ? [{ column: 'delegated_unblind', message: NO_UNBLIND } as const]
    : []),
  ...(requested.has_study_packs_access && !entry.has_study_packs_access
    ? [{ column: 'delegated_study_packs', message: NO_PACKS } as const]
    : []),
]

const NO_UNBLIND = 'Set to false: only blinded users of level 2 can have this'
const NO_PACKS = 'Set to false: only users of level 2 can have this'
