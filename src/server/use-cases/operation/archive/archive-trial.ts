import { BYTE_ORDER_MARK } from '../../../ground/files/csv-stream'
import { csvText, type CsvCell } from '#domain/csv'
import { visibilityOf } from '#domain/people/blinding'
import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { eachRowOf, tablesOf, type Table } from '../../../ground/db/backup-tables'
import { piecewiseReading } from '../../../ground/db/long-reading'
import type { OpenDatabase } from '../../../ground/db/open-database'
import type { Queries } from '../../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { csvLines } from '../../../ground/files/csv-stream'
import type { HashedFolder } from '../../../ground/files/hashed-folder'
import type { SeedKeys } from '../../../ground/secrets/seed-keys'
import type { TrialView } from '../../call/view'
import { sheetOf } from '../../reports/download'
import { participantColumns } from '../../reports/participant-columns'
import { idsOfParticipants, oneByOne, participantsInPieces } from '../../reports/participants-in-pieces'
import { ledgerOf } from '../../trials/get-ledger'
import { archiveReadme } from './archive-readme'
import { TABLES, type ArchivedTable } from '../../../ground/db/archived-tables'

type Archive = { folder: HashedFolder; trial_id: number; made_at: string; version: string; verifier: string }

/**
 * Writes everything that the database has of one trial as of one moment, as files that can be read and checked without the portal, and
 * answers the hash that seals them. PostgreSQL accepts writes meanwhile. Refuses where there is no such trial.
 */
export const archiveTrial = (
  { config, database }: { config: SeedKeys; database: OpenDatabase },
  archive: Archive,
): Promise<Outcome<string, string>> =>
  database.withoutTimeouts((queries) =>
    queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const { folder, trial_id, verifier } = archive
        const trial = await findTrial(snapshot, trial_id)
        if (!trial) return refused(`There is no trial ${trial_id}`)
        await folder.write('ledger.json', `${JSON.stringify(await ledgerOf(snapshot, config, trial), null, 2)}\n`)
        await writeParticipants(snapshot, trial, folder)
        const rows: Record<string, number> = {}
        for (const table of await tablesOf(snapshot)) {
          const part = partOf(table.name)
          if (part !== null) rows[table.name] = await writeTable(snapshot, trial_id, { table, part, folder })
        }
        await folder.write('verify-ledger.mjs', verifier)
        await folder.write('README.txt', archiveReadme(trial, { ...archive, rows }))
        return accepted(await folder.seal())
      }),
  )

const partOf = (name: string): ArchivedTable | null => {
  const part = Object.entries(TABLES).find(([table]) => table === name)?.[1]
  if (part === undefined) throw new Error(`no archive knows the table ${name}`)
  return typeof part === 'string' ? null : part
}

type TablePart = { table: Table; part: ArchivedTable; folder: HashedFolder }

/** A table twice: exactly as it is stored, an object on each line, and as a spreadsheet. Answers the number of rows. */
const writeTable = async (snapshot: Queries, trialId: number, { table, part, folder }: TablePart): Promise<number> => {
  const columns = table.columns.filter((name) => part.without?.includes(name) !== true)
  const [exact, sheet] = [
    await folder.open(`tables/${table.name}.jsonl`),
    await folder.open(`tables/${table.name}.csv`),
  ]
  let count = 0
  await sheet.write(BYTE_ORDER_MARK + csvText([columns]))
  await eachRowOf(
    snapshot,
    { ...table, columns },
    async (rows) => {
      count += rows.length
      await exact.write(rows.map((row) => `${row}\n`).join(''))
      await sheet.write(csvText(rows.map((row) => cellsOf(columns, row))))
    },
    part.where(trialId),
  )
  await exact.close()
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
const writeParticipants = async (snapshot: Queries, trial: WholeTrial, folder: HashedFolder): Promise<void> => {
  const file = await folder.open('participants.csv')
  const reading = piecewiseReading(snapshot)
  const search = { trial_id: trial.id, sites: 'all', q: '', sort: 'sequence', order: 'asc' } as const
  const ids = await idsOfParticipants(reading, search)
  const items = async function* () {
    for await (const piece of participantsInPieces(reading, trial.id, ids)) yield* oneByOne(piece)
  }
  const columns = Object.values(participantColumns(trial, unblindedView(trial.id))).flat()
  for await (const line of csvLines(sheetOf(columns, { count: ids.count, items: items() }))) await file.write(line)
  await file.close()
}

/** Nothing is hidden in an archive. */
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
