import { accepted, refused, type Outcome } from '#domain/outcome'
import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { backupEnd, backupHead, END, HEAD, ROW, TABLE, type BackupEnd, type BackupHead } from './backup-format'

/** Receives rows of one table, each as JSON, in the order of the file; a large table in many pieces. */
export type StoreRows = (table: string, rows: readonly string[]) => Promise<void>

export type ReadBackup = { head: BackupHead; end: BackupEnd }

/** The number of rows in a piece. */
const PIECE = 500

/**
 * Reads a backup from its compressed bytes to its end. Refuses, with one sentence, a file that is no backup, incomplete, or
 * different from its checksum or row counts; some rows were then passed to `storeRows` already.
 */
export const readBackup = async (bytes: Readable, storeRows: StoreRows): Promise<Outcome<ReadBackup, string>> => {
  const text = new PassThrough()
  const broken: { by: unknown } = { by: null }
  const unpacked = pipeline(bytes, createGunzip(), text).catch((error: unknown) => {
    broken.by = error
  })
  try {
    return (await readLines(text, storeRows)) ?? refused(NOT_WHOLE)
  } catch (error) {
    // An error of `storeRows` is no fault of the backup.
    if (error === broken.by) return refused(NOT_WHOLE)
    throw error
  } finally {
    text.destroy()
    await unpacked
  }
}

const NOT_WHOLE = 'This is not a complete backup: it was cut off, or it is another file'

const readLines = async (text: Readable, storeRows: StoreRows): Promise<Outcome<ReadBackup, string> | null> => {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let table: string | null = null
  let waiting: string[] = []
  const handOver = async () => {
    if (table !== null && waiting.length > 0) await storeRows(table, waiting)
    waiting = []
  }
  let head: BackupHead | null = null
  for await (const line of linesOf(text)) {
    const kind = line.slice(0, 1)
    const following = line.slice(1)
    if (head === null) {
      head = kind === HEAD ? parsed(backupHead, following) : null
      if (head === null) return refused('This is not a backup of Equipoise, or one of a newer version')
    } else if (kind === END) {
      await handOver()
      return ended(head, parsed(backupEnd, following), { sha256: hash.digest('hex'), counts })
    } else if (kind === TABLE) {
      await handOver()
      table = following
      counts[table] = 0
    } else if (kind === ROW && table !== null) {
      counts[table] = (counts[table] ?? 0) + 1
      waiting.push(following)
      if (waiting.length === PIECE) await handOver()
    } else return refused(NOT_WHOLE)
    hash.update(`${line}\n`)
  }
  return null
}

/** Lines end at a line feed alone: texts in them may contain any other separator. An unfinished last line is ignored. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of text.setEncoding('utf8')) {
    const lines = `${begun}${String(piece)}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

const ended = (
  head: BackupHead,
  end: BackupEnd | null,
  actual: { sha256: string; counts: Readonly<Record<string, number>> },
): Outcome<ReadBackup, string> => {
  if (end === null) return refused(NOT_WHOLE)
  const isSame = end.sha256 === actual.sha256 && isDeepStrictEqual(end.rows, actual.counts)
  return isSame ? accepted({ head, end }) : refused('This backup was changed after it was made: its checksum differs')
}

const parsed = <Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | null => {
  try {
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}
