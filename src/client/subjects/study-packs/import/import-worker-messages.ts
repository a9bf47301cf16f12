import type { ImportCells } from '#domain/study-packs/study-pack-import'
import type { CsvFault } from '../../../ui/csv/read-csv'
import type { CheckedAgainst, ListCheck } from './check-list'

/** The source of a list: a file, or existing rows. */
export type ImportSource = { file: Uint8Array; max_rows: number } | { rows: readonly ImportCells[] }

/** The request to the worker: to read a list and check it. */
export type ImportWork = { source: ImportSource; against: CheckedAgainst }

/** A row of a list with its first line in the file; null where the rows come from no file. */
export type ListedRow = { line: number | null; cells: ImportCells }

/**
 * The messages of the worker: its progress, and at last the list with the result of the check, or why it cannot be
 * read.
 */
export type ImportNews =
  | { kind: 'checking'; rows: number }
  | { kind: 'unreadable'; faults: CsvFault[] }
  | ({ kind: 'checked'; rows: ListedRow[] } & ListCheck)
