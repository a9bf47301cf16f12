import { isRealDay } from '../time/real-day'
import { finished } from '../finished'
import { recordOf } from '../record-of'
import { isPastExpiry } from './study-pack'

/** A row as it was written: a text for every column, empty for an empty cell. */
export type ImportCells = Readonly<Record<ImportColumn, string>>

/** A fault of one cell: its row, counted from 1, its column, and why. */
export type ImportProblem = { row: number; column: ImportColumn; message: string }

/** The data against which a list is checked. */
export type ImportTrial = {
  study_groups: readonly { id: number; name: string }[]
  sites: readonly { id: number; title: string; is_deleted: boolean }[]
  is_site_managing_packs: boolean
  is_confirmable: boolean
  /** The ids of the trial's packs, as far as they are known. */
  pack_ids: readonly string[]
  /** The day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
}

/** A pack of a valid row. */
export type ImportedPack = {
  pack_id: string
  study_group_id: number
  site_id: number | null
  /** In days. */
  duration: number | null
  expire_on: string | null
  confirmation_code: string | null
}

/** The longest id of a pack, in characters. */
const MAX_ID_CHARACTERS = 40
/** The longest duration of a pack, in days. */
export const MAX_DURATION = 36_500

/** The form in which ids of packs and names are compared: trimmed, without regard to case. */
export const comparable = (text: string): string => text.trim().toLowerCase()

const ID_TAKEN = 'A pack in this trial already has this ID'

type CheckedImport = { packs: ImportedPack[]; problems: ImportProblem[] }

/** The packs of a list, or all its faults, in order of rows. */
export const checkImport = (rows: readonly ImportCells[], trial: ImportTrial): CheckedImport =>
  finished(checkImportInSteps(rows, trial))

/** The same, in steps of some rows: a long list takes a while. */
export function* checkImportInSteps(
  rows: readonly ImportCells[],
  trial: ImportTrial,
): Generator<undefined, CheckedImport> {
  const judge = judgeOf(trial)
  const takenIds = new Set(trial.pack_ids.map(comparable))
  const firstRows = new Map<string, number>()
  const packs: ImportedPack[] = []
  const problems: ImportProblem[] = []
  for (const [index, cells] of rows.entries()) {
    const row = index + 1
    const id = comparable(cells.pack_id)
    const first = firstRows.get(id)
    if (first === undefined) firstRows.set(id, row)
    const repeated = first !== undefined && id !== '' ? [{ column: 'pack_id', message: twice(first) } as const] : []
    const judged = judge(cells)
    const duplicateFaults = takenIds.has(id) ? [{ column: 'pack_id', message: ID_TAKEN } as const] : []
    problems.push(...[...judged.faults, ...repeated, ...duplicateFaults].map((fault) => ({ row, ...fault })))
    if (judged.pack) packs.push(judged.pack)
    if (row % ROWS_IN_STEP === 0) yield
  }
  return { packs: problems.length > 0 ? [] : packs, problems }
}

const ROWS_IN_STEP = 200

const twice = (first: number): string => `Has the same ID as row ${first}`

type Fault = { column: ImportColumn; message: string }
/** The value in a cell for a pack, or its fault. */
type Read = { value: Partial<ImportedPack> } | { fault: string }

/** The trial with its names indexed. */
type NamedTrial = Pick<ImportTrial, 'is_site_managing_packs' | 'is_confirmable' | 'today'> & {
  groups: ReadonlyMap<string, number>
  sites: ReadonlyMap<string, ImportTrial['sites'][number]>
}

type Column = {
  /** Whether a file may lack it. */
  isOptional: boolean
  /** Its rule in this trial, in words. */
  help: (trial: HelpedTrial) => string
  read: (cell: string, trial: NamedTrial) => Read
}

type HelpedTrial = Omit<ImportTrial, 'study_groups' | 'pack_ids' | 'today'> & {
  study_groups: readonly { name: string }[]
}

/** The columns of a list of packs to import, in the order of its template. */
const COLUMNS = {
  pack_id: {
    isOptional: false,
    help: () => 'The ID on the label, used only once in the trial.',
    read: (cell) => {
      const pack_id = cell.trim()
      if (pack_id === '') return { fault: 'A pack ID is required' }
      if (!/^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(pack_id)) return { fault: 'Contains a character that cannot be printed' }
      if (pack_id.length > MAX_ID_CHARACTERS) return { fault: `At most ${MAX_ID_CHARACTERS} characters` }
      return { value: { pack_id } }
    },
  },
  study_group: {
    isOptional: false,
    help: ({ study_groups }) => oneOf(study_groups.map(({ name }) => name)),
    read: (cell, { groups }) => {
      if (cell.trim() === '') return { fault: 'A study group is required' }
      const study_group_id = groups.get(comparable(cell))
      return study_group_id === undefined
        ? { fault: `The trial has no study group “${shownCell(cell)}”` }
        : { value: { study_group_id } }
    },
  },
  site: {
    isOptional: true,
    help: ({ sites, is_site_managing_packs }) =>
      `${oneOf(sites.filter(({ is_deleted }) => !is_deleted).map(({ title }) => title))}${orEmpty(!is_site_managing_packs)}`,
    read: (cell, { sites, is_site_managing_packs }) => {
      if (cell.trim() === '') {
        return is_site_managing_packs
          ? { fault: 'A site is required, because sites manage packs' }
          : { value: { site_id: null } }
      }
      const site = sites.get(comparable(cell))
      if (!site) return { fault: `The trial has no site “${shownCell(cell)}”` }
      return site.is_deleted
        ? { fault: `${site.title} no longer takes part in the trial` }
        : { value: { site_id: site.id } }
    },
  },
  duration: {
    isOptional: true,
    help: () => 'For how many days after allocation the pack must last. May be empty.',
    read: (cell) => {
      const text = cell.trim()
      if (text === '') return { value: { duration: null } }
      const isDays = /^\d{1,9}$/.test(text) && Number(text) <= MAX_DURATION
      return isDays ? { value: { duration: Number(text) } } : { fault: `Must be whole days, from 0 to ${MAX_DURATION}` }
    },
  },
  expire_on: {
    isOptional: true,
    help: () => 'The expiry date, written YYYY-MM-DD. May be empty where the pack never expires.',
    read: (cell, { today }) => {
      const expire_on = cell.trim()
      if (expire_on === '') return { value: { expire_on: null } }
      if (!isRealDay(expire_on)) return { fault: 'Must be a real date, written YYYY-MM-DD' }
      return isPastExpiry({ expire_on }, today) ? { fault: 'Date is in the past' } : { value: { expire_on } }
    },
  },
  confirmation_code: {
    isOptional: true,
    help: ({ is_confirmable }) => `Three digits, such as 007.${orEmpty(!is_confirmable)}`,
    // Where packs are dispensed without a code, one is stored nevertheless: the trial may ask for it later.
    read: (cell, { is_confirmable }) => {
      const code = cell.trim()
      if (code === '') {
        return is_confirmable ? { fault: 'A confirmation code is required' } : { value: { confirmation_code: null } }
      }
      return /^\d{3}$/.test(code)
        ? { value: { confirmation_code: code } }
        : { fault: 'Must be three digits, for example 007' }
    },
  },
} as const satisfies Record<string, Column>

export type ImportColumn = keyof typeof COLUMNS

export const isImportColumn = (name: string): name is ImportColumn => Object.hasOwn(COLUMNS, name)
export const IMPORT_COLUMNS = Object.keys(COLUMNS).filter(isImportColumn)

export const isOptionalColumn = (column: ImportColumn): boolean => COLUMNS[column].isOptional
/** The rule of a column in a trial, in words. */
export const columnHelp = (column: ImportColumn, trial: HelpedTrial): string => COLUMNS[column].help(trial)

const oneOf = (names: readonly string[]): string => `One of: ${names.join(', ')}.`
const orEmpty = (mayBeEmpty: boolean): string => (mayBeEmpty ? ' May be empty.' : '')

const judgeOf = ({ study_groups, sites, ...rules }: ImportTrial) => {
  const trial: NamedTrial = {
    ...rules,
    groups: new Map(study_groups.map(({ id, name }) => [comparable(name), id])),
    sites: new Map(sites.map((site) => [comparable(site.title), site])),
  }
  return (cells: ImportCells): { pack: ImportedPack | null; faults: Fault[] } => {
    const faults: Fault[] = []
    let pack: Partial<ImportedPack> = {}
    for (const column of IMPORT_COLUMNS) {
      const read = COLUMNS[column].read(cells[column], trial)
      if ('fault' in read) faults.push({ column, message: read.fault })
      else pack = { ...pack, ...read.value }
    }
    return { pack: faults.length === 0 && isWhole(pack) ? pack : null, faults }
  }
}

/** Whether every column has given its value. */
const isWhole = (pack: Partial<ImportedPack>): pack is ImportedPack =>
  Object.keys(pack).length === IMPORT_COLUMNS.length

/** A name that is not known, short enough to be read. */
const shownCell = (cell: string): string => {
  const text = cell.trim()
  return text.length > MAX_ID_CHARACTERS ? `${text.slice(0, MAX_ID_CHARACTERS)}…` : text
}

/** A row from the text of each of its columns. */
export const importCells = (cell: (column: ImportColumn) => string): ImportCells => recordOf(IMPORT_COLUMNS, cell)
