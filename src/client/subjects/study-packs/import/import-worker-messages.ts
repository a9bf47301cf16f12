import type { ImportCells } from '#domain/study-packs/study-pack-import'
import type { CsvFault } from '../../../ui/csv/read-csv'
import type { CheckedAgainst, ListCheck } from './check-list'

/** Where a list comes from: a file, or rows that are there already. */
export type ImportSource = { file: Uint8Array; max_rows: number } | { rows: readonly ImportCells[] }

/** What the worker is asked: to read a list and check it. */
export type ImportWork = { source: ImportSource; against: CheckedAgainst }

/** A row of a list with the line of the file that it begins on; rows that come from no file have none. */
export type ListedRow = { line: number | null; cells: ImportCells }

/** What the worker tells: how far it is, and at last the list with what was found, or why it cannot be read. */
export type ImportNews =
  | { kind: 'checking'; rows: number }
  | { kind: 'unreadable'; faults: CsvFault[] }
  | ({ kind: 'checked'; rows: ListedRow[] } & ListCheck)
