import type { OwnAllocationList } from '#contract/allocation-lists'
import type { RowFault } from '#contract/problem'
import { csvText } from '#domain/csv'
import { MAX_LIST_ROWS, type ListRow } from '#domain/own-lists/list-row'
import type { CsvForm } from '../../../ui/csv/read-csv'

const SITE = 'site'
const POSITION = 'position'
const GROUPS = ['group', 'group 2'] as const
const stratumColumn = (place: number) => `stratum ${place + 1}`

/** The columns of a trial's list, in the order of its template. */
export const columnsOf = ({ sites, strata, is_factorial }: OwnAllocationList): string[] => [
  ...(sites.length > 0 ? [SITE] : []),
  ...strata.map((_, place) => stratumColumn(place)),
  POSITION,
  ...(is_factorial ? GROUPS : GROUPS.slice(0, 1)),
]

/** The format of a list of this trial. */
export const listFile = (list: OwnAllocationList): CsvForm<string, ListRow> => ({
  columns: columnsOf(list).map((name) => ({ name })),
  max_rows: MAX_LIST_ROWS,
  cellsOf: (cell) => ({
    site: list.sites.length > 0 ? cell(SITE).trim() : null,
    options: list.strata.map((_, place) => cell(stratumColumn(place)).trim()),
    position: positionOf(cell(POSITION).trim()),
    study_groups: (list.is_factorial ? GROUPS : GROUPS.slice(0, 1)).map((name) => cell(name).trim()),
  }),
})

/** 0 where a cell is no whole number: no place has it. */
const positionOf = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)

/** The rows without a place, before anything is sent. */
export const placeFaults = (rows: readonly ListRow[]): RowFault[] =>
  rows.flatMap(({ position }, index) =>
    position === 0 ? [{ row: index + 1, column: POSITION, message: 'Must be a whole number from 1' }] : [],
  )

/** A file with the next row of every stratum, without its group. */
export const listTemplate = (list: OwnAllocationList): string =>
  csvText([
    columnsOf(list),
    ...list.places.map(({ site, options, next_position }) => [
      ...(site === null ? [] : [site]),
      ...options,
      next_position,
      ...(list.is_factorial ? [null, null] : [null]),
    ]),
  ])

/** What the columns are called in the file, by the server's names for them. */
export const columnTitles = ({ strata }: OwnAllocationList): Readonly<Record<string, string>> => ({
  study_groups: GROUPS[0],
  ...Object.fromEntries(strata.map((_, place) => [`options.${place}`, stratumColumn(place)])),
})
