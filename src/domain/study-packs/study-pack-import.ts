import { isRealDay } from '../time/real-day'
import { isPastExpiry } from './study-pack'

/** The columns of a list of packs to import, in the order of its template. */
export const IMPORT_COLUMNS = ['pack_id', 'study_group', 'site', 'duration', 'expire_on', 'confirmation_code'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** A row as it was written: text in every column, empty where nothing stands. */
export type ImportCells = Readonly<Record<ImportColumn, string>>

/** What is wrong with one cell: its row, counted from 1, its column, and why. */
export type ImportProblem = { row: number; column: ImportColumn; message: string }

/** What a list is checked against. */
export type ImportTrial = {
  study_groups: readonly { id: number; name: string }[]
  sites: readonly { id: number; title: string; is_deleted: boolean }[]
  is_site_managing_packs: boolean
  is_confirmable: boolean
  /** The ids that packs of the trial bear, as far as they are known. */
  pack_ids: readonly string[]
  /** The day in the trial's time zone, `YYYY-MM-DD`. */
  today: string
}

/** A pack as a sound row describes it. */
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
const MOST_ID_CHARACTERS = 40
/** The longest duration of a pack, in days. */
export const MOST_DURATION = 36_500

/** The form in which ids of packs and names are compared: trimmed, without regard to case. */
export const comparable = (text: string): string => text.trim().toLowerCase()

const ID_TAKEN = 'A pack in this trial already has this ID'

/**
 * The packs of a list, or everything that is wrong with it, in order of rows.
 */
export const checkImport = (
  rows: readonly ImportCells[],
  trial: ImportTrial,
): { packs: ImportedPack[]; problems: ImportProblem[] } => {
  const judge = judgeOf(trial)
  const taken = new Set(trial.pack_ids.map(comparable))
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
    const again = taken.has(id) ? [{ column: 'pack_id', message: ID_TAKEN } as const] : []
    problems.push(...[...judged.faults, ...repeated, ...again].map((fault) => ({ row, ...fault })))
    if (judged.pack) packs.push(judged.pack)
  }
  return { packs: problems.length > 0 ? [] : packs, problems }
}

const twice = (first: number): string => `Has the same ID as row ${first}`

type Fault = { column: ImportColumn; message: string }
/** What a cell stands for, or what is wrong with it. */
type Read<Value> = { value: Value } | { fault: string }

const judgeOf = (trial: ImportTrial) => {
  const groups = new Map(trial.study_groups.map(({ id, name }) => [comparable(name), id]))
  const sites = new Map(trial.sites.map((site) => [comparable(site.title), site]))

  return (cells: ImportCells): { pack: ImportedPack | null; faults: Fault[] } => {
    const faults: Fault[] = []
    const take = <Value>(column: ImportColumn, read: Read<Value>): Value | undefined => {
      if ('value' in read) return read.value
      faults.push({ column, message: read.fault })
      return undefined
    }
    const pack_id = take('pack_id', readId(cells.pack_id))
    const study_group_id = take('study_group', readGroup(cells.study_group, groups))
    const site_id = take('site', readSite(cells.site, sites, trial))
    const duration = take('duration', readDuration(cells.duration))
    const expire_on = take('expire_on', readExpiry(cells.expire_on, trial))
    const confirmation_code = take('confirmation_code', readCode(cells.confirmation_code, trial))
    const isWhole =
      pack_id !== undefined &&
      study_group_id !== undefined &&
      site_id !== undefined &&
      duration !== undefined &&
      expire_on !== undefined &&
      confirmation_code !== undefined
    const pack = isWhole ? { pack_id, study_group_id, site_id, duration, expire_on, confirmation_code } : null
    return { pack, faults }
  }
}

const readId = (cell: string): Read<string> => {
  const id = cell.trim()
  if (id === '') return { fault: 'A pack ID is required' }
  if (!/^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(id)) return { fault: 'Contains a character that cannot be printed' }
  if (id.length > MOST_ID_CHARACTERS) return { fault: `At most ${MOST_ID_CHARACTERS} characters` }
  return { value: id }
}

const readGroup = (cell: string, groups: ReadonlyMap<string, number>): Read<number> => {
  if (cell.trim() === '') return { fault: 'A study group is required' }
  const id = groups.get(comparable(cell))
  return id === undefined ? { fault: `The trial has no study group “${shown(cell)}”` } : { value: id }
}

const readSite = (
  cell: string,
  sites: ReadonlyMap<string, ImportTrial['sites'][number]>,
  { is_site_managing_packs }: ImportTrial,
): Read<number | null> => {
  if (cell.trim() === '') {
    return is_site_managing_packs ? { fault: 'A site is required, because sites manage packs' } : { value: null }
  }
  const site = sites.get(comparable(cell))
  if (!site) return { fault: `The trial has no site “${shown(cell)}”` }
  return site.is_deleted ? { fault: `${site.title} no longer takes part in the trial` } : { value: site.id }
}

const readDuration = (cell: string): Read<number | null> => {
  const text = cell.trim()
  if (text === '') return { value: null }
  const isDays = /^\d{1,9}$/.test(text) && Number(text) <= MOST_DURATION
  return isDays ? { value: Number(text) } : { fault: `Must be whole days, from 0 to ${MOST_DURATION}` }
}

const readExpiry = (cell: string, { today }: ImportTrial): Read<string | null> => {
  const day = cell.trim()
  if (day === '') return { value: null }
  if (!isRealDay(day)) return { fault: 'Must be a real date, written YYYY-MM-DD' }
  return isPastExpiry({ expire_on: day }, today) ? { fault: 'Date is in the past' } : { value: day }
}

/** Where packs are dispensed without a code, one may stand all the same: it is kept for the day on which the trial asks for it. */
const readCode = (cell: string, { is_confirmable }: ImportTrial): Read<string | null> => {
  const code = cell.trim()
  if (code === '') return is_confirmable ? { fault: 'A confirmation code is required' } : { value: null }
  return /^\d{3}$/.test(code) ? { value: code } : { fault: 'Must be three digits, for example 007' }
}

/** A name that is not known, short enough to be read. */
const shown = (cell: string): string => {
  const text = cell.trim()
  return text.length > MOST_ID_CHARACTERS ? `${text.slice(0, MOST_ID_CHARACTERS)}…` : text
}

/** A row out of what stands in each of its columns. */
export const importCells = (cell: (column: ImportColumn) => string): ImportCells => ({
  pack_id: cell('pack_id'),
  study_group: cell('study_group'),
  site: cell('site'),
  duration: cell('duration'),
  expire_on: cell('expire_on'),
  confirmation_code: cell('confirmation_code'),
})
