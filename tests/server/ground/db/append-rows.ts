import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import { openDatabase } from '../../../../src/server/ground/db/open-database'
import { inTransaction } from '../../../../src/server/ground/db/transaction'

// A process to be killed. It appends rows to the embedded database of a folder, one per transaction, and prints each
// number once it is committed.
const data_dir = process.argv[2] ?? ''
const database = await openDatabase({ database_url: undefined, data_dir }, (problem, error) => {
  throw new Error(problem, { cause: error })
})
await sql`create table if not exists appended (number int primary key, filling text)`.execute(database.queries)
for (let number = 1; ; number += 1) {
  await inTransaction(database, async (transaction) => {
    await sql`insert into appended values (${number}, ${'x'.repeat(500)})`.execute(transaction)
    await sql`update appended set filling = filling || '!' where number = ${number}`.execute(transaction)
    return accepted(number)
  })
  process.stdout.write(`${number}\n`)
}
