import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

const SERVER = process.env.TEST_DATABASE_URL

/** Names the databases of this run. Processes that share files end without a word, so their databases are dropped here. */
export const setup = () => {
  if (!SERVER) return undefined
  const prefix = `equipoise_test_${randomUUID().slice(0, 8)}_`
  process.env.TEST_DATABASE_PREFIX = prefix
  return async () => {
    const client = new Client({ connectionString: SERVER })
    await client.connect()
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
    await client.end()
  }
}
