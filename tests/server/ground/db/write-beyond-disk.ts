import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { openDatabase } from '../../../../src/server/ground/db/open-database'
import { PREPARED_THEN_COMMIT } from '../../../../src/server/ground/db/statement-marks'
import { inTransaction } from '../../../../src/server/ground/db/transaction'

// A process that might hang. Once the embedded database of a folder is open, its disk has no room for another segment of the log.
// Transactions of less than a segment follow until one is refused; each is committed in one message with its last statement, as
// randomisations are. The process prints what became of the last one, and of the database.
const data_dir = process.argv[2] ?? ''
const database = await openDatabase({ database_url: undefined, data_dir }, () => {})
if (database.kind !== 'embedded') throw new Error('No embedded database was opened')
const { openSync } = fs
fs.openSync = (path, ...parameters) => {
  if (!String(path).includes('xlogtemp')) return openSync(path, ...parameters)
  throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' })
}
syncBuiltinESMExports()
const add = (number: number) =>
  inTransaction(database, async (transaction) => {
    await sql`insert into numbers select ${number}::int from generate_series(1, 1000)`.execute(transaction)
    await sql`update ${PREPARED_THEN_COMMIT} numbers set number = number where number = ${number}`.execute(transaction)
    return accepted(null)
  })
const addUntilRefused = async (): Promise<unknown> => {
  for (let number = 1; ; number += 1) {
    try {
      await add(number)
    } catch (error) {
      return error
    }
  }
}
const outcome = String(await addUntilRefused())
const next = await database.ping().catch((error: unknown) => String(error))
const lines = [outcome, `${await database.failed}`, next]
process.stdout.write(`${lines.join('\n')}\n`)
process.exit(0)
