import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import type { PGlite } from '@electric-sql/pglite'
import { checksumOf, migrate, MIGRATIONS, type Migration } from '../../src/server/ground/db/migrate'
import {
  embeddedInMemory,
  openDatabase,
  type OpenDatabase,
  type Report,
} from '../../src/server/ground/db/open-database'
import { dumpFolder, openMemory } from '../../src/server/ground/db/pglite-storage'
import { usedAgain } from './used-again'

/**
 * A database of one's own, gone when it is closed. On a server, `url` and `openAnother` reach the same database as another
 * process would.
 */
export type TestDatabase = OpenDatabase & { url: string; openAnother: () => Promise<OpenDatabase> }

/** The address of a PostgreSQL server whose user may create databases; unset, tests run on the embedded database. */
export const TEST_SERVER = process.env['TEST_DATABASE_URL']

/** A fresh database with the schema of this version, on the server where there is one, in memory otherwise. */
export const testDatabase = (): Promise<TestDatabase> => (TEST_SERVER ? serverDatabase() : emptiedDatabase())

type Opener = (migrations?: readonly Migration[], report?: Report) => Promise<TestDatabase>

/** What no query meets must not happen unseen. */
const fail: Report = (problem, error) => {
  throw new Error(problem, { cause: error })
}

/** A fresh embedded database in memory. */
export const embeddedDatabase: Opener = (migrations = MIGRATIONS, report = fail) =>
  embeddedCopy(schemaOf(migrations), report)

/** A fresh database with these contents, on the server where there is one, in memory otherwise. */
export const copyOf = (contents: Contents): Promise<TestDatabase> =>
  TEST_SERVER ? serverCopy(contents, fail) : embeddedCopy(contents, fail)

/** What a template holds: it is filled once for each key, then copied. */
export type Contents = {
  /** Letters and digits that change with everything that decides what is filled in. */
  key: string
  /** What is there before it is filled; null for nothing. */
  above: Contents | null
  fill: (database: OpenDatabase) => Promise<unknown>
}

/** The tables of this version. */
export const schemaOf = (migrations: readonly Migration[] = MIGRATIONS): Contents => ({
  key: keyOf(migrations),
  above: null,
  fill: (database) => migrate(database, migrations),
})

const emptiedDatabase = async (): Promise<TestDatabase> => {
  const contents = schemaOf()
  return inMemory(await usedAgain(contents.key, async () => openMemory(await embeddedTemplate(contents))), fail)
}

const embeddedCopy = async (contents: Contents, report: Report): Promise<TestDatabase> =>
  inMemory(await openMemory(await embeddedTemplate(contents)), report)

const inMemory = (pglite: PGlite, report: Report): TestDatabase => {
  const database = embeddedInMemory(pglite, report)
  const openAnother = () => Promise.reject(new Error('The embedded database is for one process: set TEST_DATABASE_URL'))
  return { ...database, url: 'memory', openAnother }
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/test-database')

/** Moved to its place when it is whole, so two workers may make the same one at once. */
const embeddedTemplate = async (contents: Contents): Promise<Blob> => {
  const file = join(CACHE, `${contents.key}.tar`)
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true })
    const folder = mkdtempSync(join(CACHE, 'building-'))
    writeFileSync(join(folder, 'dump.tar'), await filledDump(folder, contents))
    renameSync(join(folder, 'dump.tar'), file)
    rmSync(folder, { recursive: true })
    if (contents.above) deleteEarlier(contents)
  }
  return new Blob([readFileSync(file)])
}

/** What was filled in before under another key: each is as large as a database. */
const deleteEarlier = ({ key }: Contents): void => {
  const kind = key.slice(0, key.indexOf('_') + 1)
  for (const name of readdirSync(CACHE))
    if (name.startsWith(kind) && !name.startsWith(key)) rmSync(join(CACHE, name), { force: true })
}

/** The files of a filled database as a tar archive; `folder` is for its use meanwhile. */
const filledDump = async (folder: string, { above, fill }: Contents): Promise<Uint8Array<ArrayBuffer>> => {
  if (above) {
    const database = embeddedInMemory(await openMemory(await embeddedTemplate(above)), fail)
    await fill(database)
    const dump = await database.dump()
    await database.close()
    return new Uint8Array(gunzipSync(await dump.arrayBuffer()))
  }
  const database = await openDatabase({ database_url: undefined, data_dir: folder }, fail)
  await fill(database)
  await database.close()
  return new Uint8Array(await (await dumpFolder(join(folder, 'postgres'))).arrayBuffer())
}

/** A fresh database on the server. */
export const serverDatabase: Opener = (migrations = MIGRATIONS, report = fail) =>
  serverCopy(schemaOf(migrations), report)

const serverCopy = async (contents: Contents, report: Report): Promise<TestDatabase> => {
  const name = `equipoise_test_${randomUUID().replaceAll('-', '')}`
  await onServer(async (client) => {
    const template = await serverTemplate(client, contents)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = addressOf(name)
  const opened: OpenDatabase[] = []
  const openAnother = async () => {
    const database = await openDatabase({ database_url: url, data_dir: '' }, report)
    opened.push(database)
    return database
  }
  const database = await openAnother()
  const close = async () => {
    await Promise.all(opened.map((each) => each.close()))
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { ...database, url, openAnother, close }
}

/** Both kinds of database, for `describe.each`: the embedded one, and the server where there is one. */
export const everyDatabase: { kind: OpenDatabase['kind']; open: Opener }[] = [
  { kind: 'embedded', open: embeddedDatabase },
]
if (TEST_SERVER) everyDatabase.push({ kind: 'server', open: serverDatabase })

/** Made under another name, so that a template is either whole or not there. */
const serverTemplate = async (client: Client, { key, above, fill }: Contents): Promise<string> => {
  const template = `equipoise_template_${key}`
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 1) return template
  const building = `${template}_building`
  await client.query(`drop database if exists ${building} with (force)`)
  await client.query(
    `create database ${building} template ${above ? await serverTemplate(client, above) : 'template1'}`,
  )
  const database = await openDatabase({ database_url: addressOf(building), data_dir: '' }, fail)
  await fill(database)
  await database.close()
  await client.query(`alter database ${building} rename to ${template}`)
  return template
}

/** Any fixed number: tests in several processes take turns at making databases. */
const LOCK = 90_210

const onServer = async (work: (client: Client) => Promise<unknown>): Promise<void> => {
  const client = new Client({ connectionString: TEST_SERVER })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await work(client)
  } finally {
    await client.end()
  }
}

const addressOf = (database: string): string => {
  const address = new URL(TEST_SERVER ?? '')
  address.pathname = database
  return address.href
}

const keyOf = (migrations: readonly Migration[]): string => {
  const packages = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const parts = [packages, ...migrations.map((migration) => `${migration.name} ${checksumOf(migration)}`)]
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}
