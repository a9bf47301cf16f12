import {
  IMPORT_COLUMNS,
  importCells,
  isOptionalColumn,
  type ImportCells,
  type ImportColumn,
} from '#domain/study-packs/study-pack-import'
import { readCsv, type CsvForm } from '../../../ui/csv/read-csv'
import { checkList } from './check-list'
import type { ImportNews, ImportSource, ImportWork, ListedRow } from './import-worker-messages'

/* Reads and checks a list of packs beside the page, which stays responsive. It does one task and ends. */

const formOf = (max_rows: number): CsvForm<ImportColumn, ImportCells> => ({
  columns: IMPORT_COLUMNS.map((name) => ({ name, isOptional: isOptionalColumn(name) })),
  max_rows,
  cellsOf: importCells,
})

const postNews = (news: ImportNews) => postMessage(news)

addEventListener('message', ({ data }: MessageEvent<ImportWork>) => {
  const listed = listOf(data.source)
  if (listed === null) return
  postNews({ kind: 'checking', rows: listed.length })
  const check = checkList(
    listed.map(({ cells }) => cells),
    data.against,
  )
  postNews({ kind: 'checked', rows: listed, ...check })
})

/** The rows of the source, or null where the file cannot be read, which is reported. */
const listOf = (source: ImportSource): ListedRow[] | null => {
  if ('rows' in source) return source.rows.map((cells) => ({ line: null, cells }))
  const read = readCsv(source.file, formOf(source.max_rows))
  if (!read.ok) {
    postNews({ kind: 'unreadable', faults: read.refusal })
    return null
  }
  if (read.value.length === 0) {
    postNews({ kind: 'unreadable', faults: [{ line: null, message: 'The file has no rows below its header' }] })
    return null
  }
  return read.value.map(({ line, cells }) => ({ line, cells }))
}
