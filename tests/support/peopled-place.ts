import { accepted } from '#domain/outcome'
import { appendAudit } from '../../src/server/ground/db/audit-log'
import { migrate } from '../../src/server/ground/db/migrate'
import { openDatabase, type OpenDatabase } from '../../src/server/ground/db/open-database'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { insertSamplePeople } from '../../src/server/start/sample-data/insert-sample-people'
import { testDatabase, TEST_SERVER } from './database'
import { START } from './portal'

/** The database of the built server: on the server where there is one, otherwise embedded in a folder. */
export type PeopledPlace = {
  database_url: string | undefined
  data_dir: string
  /** Works on the database while no server has it open. */
  between: <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A place with the sample people and a mark that the sample is complete, so that the built server loads no trials. */
export const peopledPlace = async (folder: string): Promise<PeopledPlace> => {
  const onServer = TEST_SERVER === undefined ? null : await testDatabase()
  const place = { database_url: onServer?.url, data_dir: folder }
  const between: PeopledPlace['between'] = async (work) => {
    const database = await openDatabase(place, fail)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  await between(storePeople)
  return { ...place, between, close: async () => onServer?.close() }
}

/** Stores the present tables, the sample people and a mark that the sample is complete. */
export const storePeople = async (database: OpenDatabase): Promise<void> => {
  await migrate(database)
  await inTransaction(database, async (transaction) => {
    await insertSamplePeople(transaction, START)
    await appendAudit(transaction, WHOLE)
    return accepted(null)
  })
}

const WHOLE = {
  kind: 'sample_data_loaded',
  description: 'Sample people stored',
  created_at: START,
  trial_id: null,
  user_id: null,
  role: null,
  changes: [],
  reason: null,
  request_id: null,
} as const

const fail = (problem: string, error: unknown) => {
  throw new Error(problem, { cause: error })
}
