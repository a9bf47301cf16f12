import { csvFile, csvText, type CsvCell } from '#domain/csv'
import { visibilityOf } from '#domain/people/blinding'
import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { archiveBounds } from '../../../ground/db/archive-bounds'
import { archivedPieces, archivedTables, type ArchivedPart } from '../../../ground/db/archived-rows'
import { tablesOf } from '../../../ground/db/backup-tables'
import type { LongReading } from '../../../ground/db/long-reading'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { csvLines } from '../../../ground/files/csv-stream'
import type { HashedFiles } from '../../../ground/files/hashed-files'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'
import type { TrialView } from '../../call/view'
import { sheetOf } from '../../reports/download'
import { participantColumns, withOwnIdHeading } from '../../reports/participant-columns'
import { idsOfParticipants, oneByOne, participantsInPieces } from '../../reports/participants-in-pieces'
import { ledgerOf } from '../../trials/get-ledger'
import { archiveReadme } from './archive-readme'

type Archive = { files: HashedFiles; trial_id: number; made_at: string; version: string; verifier: string }

/**
 * Writes everything that the database has of one trial, as files that can be read and checked without the portal, and
 * returns the hash that seals them. With a snapshot it is of one moment; without, all parts end at one moment. Refuses
 * where there is no such trial.
 */
export const archiveTrial = async (
  { config, reading }: { config: SeedKeys; reading: LongReading },
  archive: Archive,
): Promise<Outcome<string, string>> => {
  const { files, trial_id, verifier } = archive
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(`There is no trial ${trial_id}`)
  const ledger = await reading.read((queries) => ledgerOf(queries, config, trial))
  await files.write('ledger.json', `${JSON.stringify(ledger, null, 2)}\n`)
  await writeParticipants(reading, trial, files)
  const tables = archivedTables(await reading.read(tablesOf), trial_id)
  const bounds = await reading.read((queries) => archiveBounds(queries, trial_id, tables))
  const rows: Record<string, number> = {}
  for (const table of tables)
    rows[table.name] = await writeTable(files, table, () => archivedPieces(reading, table, bounds))
  await files.write('verify-ledger.mjs', verifier)
  await files.write('README.txt', archiveReadme(trial, { ...archive, rows }))
  return accepted(await files.seal())
}

/**
 * A table twice: exactly as it is stored, an object on each line, and as a spreadsheet. A table of one piece is read
 * once, so that both are of one moment. Returns the number of rows.
 */
const writeTable = async (
  files: HashedFiles,
  { name, columns }: ArchivedPart,
  readPieces: () => AsyncIterable<readonly string[]>,
): Promise<number> => {
  let count = 0
  let only: readonly string[] | null = []
  const exact = await files.open(`tables/${name}.jsonl`)
  for await (const rows of readPieces()) {
    only = count === 0 ? rows : null
    count += rows.length
    await exact.write(rows.map((row) => `${row}\n`).join(''))
  }
  await exact.close()
  const sheet = await files.open(`tables/${name}.csv`)
  const writeRows = (rows: readonly string[]) => sheet.write(csvText(rows.map((row) => cellsOf(columns, row))))
  await sheet.write(csvFile([columns]))
  if (only) await writeRows(only)
  else for await (const rows of readPieces()) await writeRows(rows)
  await sheet.close()
  return count
}

const cellsOf = (columns: readonly string[], row: string): CsvCell[] => {
  const values: Record<string, unknown> = JSON.parse(row)
  return columns.map((name) => {
    const value = values[name] ?? null
    return value === null || typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
  })
}

/** The list of participants with their study groups, in the form that the verifier compares with the ledger. */
const writeParticipants = async (reading: LongReading, trial: WholeTrial, files: HashedFiles): Promise<void> => {
  const file = await files.open('participants.csv')
  const search = { trial_id: trial.id, sites: 'all', q: '', sort: 'sequence', order: 'asc' } as const
  const ids = await idsOfParticipants(reading, search)
  const items = async function* () {
    for await (const piece of participantsInPieces(reading, trial.id, ids)) yield* oneByOne(reading, piece)
  }
  const named = withOwnIdHeading(participantColumns(trial, unblindedView(trial.id)))
  const columns = Object.values(named).flat()
  for await (const line of csvLines(sheetOf(columns, { count: ids.count, items: items() }))) await file.write(line)
  await file.close()
}

/** An archive hides nothing. */
const unblindedView = (trialId: number): TrialView => {
  const { level, title, context } = SYSTEM_ADMINISTRATOR
  const permission = {
    role: { level, title, context },
    has_study_packs_access: true,
    is_unblind_authorized: true,
    is_blinded_partial: false,
    is_blinded_whole: false,
  }
  return { trial_id: trialId, permission, sites: 'all', visibility: visibilityOf(permission) }
}
