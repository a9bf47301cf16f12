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
import { firstStateOf, restoreFirstState, type FirstState } from './used-again'

/**
 * A new database, deleted when it is closed. On a server, `url` and `openAnother` reach the same database as another
 * process would.
 */
export type TestDatabase = OpenDatabase & { url: string; openAnother: () => Promise<OpenDatabase> }

/** The address of a PostgreSQL server for its superuser. Without it, tests use the embedded database. */
export const TEST_SERVER = process.env['TEST_DATABASE_URL']

/** A fresh database with the present schema, on the server where there is one, otherwise in memory. */
export const testDatabase = (): Promise<TestDatabase> => (TEST_SERVER ? emptiedOnServer() : emptiedInMemory())

type Opener = (migrations?: readonly Migration[], report?: Report) => Promise<TestDatabase>

/** A problem outside of all queries must fail the test. */
const fail: Report = (problem, error) => {
  throw new Error(problem, { cause: error })
}

/** A fresh embedded database in memory. */
export const embeddedDatabase: Opener = (migrations = MIGRATIONS, report = fail) =>
  embeddedCopy(schemaOf(migrations), report)

/** A fresh database with these contents, on the server where there is one, otherwise in memory. */
export const copyOf = (contents: Contents): Promise<TestDatabase> =>
  TEST_SERVER ? serverCopy(contents, fail) : embeddedCopy(contents, fail)

/** The contents of a template, which is filled once for each key and then copied. */
export type Contents = {
  /** Letters and digits that depend on everything that decides the contents. */
  key: string
  /** The contents before it is filled; null for none. */
  above: Contents | null
  fill: (database: OpenDatabase) => Promise<unknown>
}

/** The tables of this version. */
export const schemaOf = (migrations: readonly Migration[] = MIGRATIONS): Contents => ({
  key: keyOf(migrations),
  above: null,
  fill: (database) => migrate(database, migrations),
})

/** Databases in memory that earlier tests closed, with the present schema and its first content. */
const freeInMemory: PGlite[] = []

const emptiedInMemory = async (): Promise<TestDatabase> => {
  const free = freeInMemory.pop()
  if (free) return inMemory(free, fail)
  const pglite = await openMemory(await embeddedTemplate(schemaOf()))
  const run = (statement: string, values?: unknown[]) => pglite.query(statement, values)
  const first = await firstStateOf(run)
  const close = pglite.close.bind(pglite)
  pglite.close = async () => {
    await pglite.exec('discard all')
    if (await restoreFirstState(run, first)) freeInMemory.push(pglite)
    else await close()
  }
  return inMemory(pglite, fail)
}

const embeddedCopy = async (contents: Contents, report: Report): Promise<TestDatabase> =>
  inMemory(await openMemory(await embeddedTemplate(contents)), report)

const inMemory = (pglite: PGlite, report: Report): TestDatabase => {
  const database = embeddedInMemory(pglite, report)
  const openAnother = () => Promise.reject(new Error('The embedded database is for one process: set TEST_DATABASE_URL'))
  return { ...database, url: 'memory', openAnother }
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/test-database')

/** Moved to its place when it is complete, so that two workers may make the same one at once. */
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

/** Templates under earlier keys: each is as large as a database. */
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
  const name = await makeOnServer(contents)
  return openOnServer(name, report, () => dropOnServer(name))
}

/** Databases on the server that earlier tests closed, with the present schema and its first content. */
const freeOnServer: { name: string; first: FirstState }[] = []

const emptiedOnServer = async (): Promise<TestDatabase> => {
  const { name, first } = freeOnServer.pop() ?? (await makeReusable())
  return openOnServer(name, fail, async () => {
    const isRestored = await inDatabase(name, async (client) => {
      // Those of killed processes may still hold locks.
      await client.query(OTHERS_END)
      return restoreFirstState((statement, values) => client.query(statement, values), first)
    })
    if (isRestored) freeOnServer.push({ name, first })
    else await dropOnServer(name)
  })
}

const OTHERS_END = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

const makeReusable = async () => {
  const name = await makeOnServer(schemaOf())
  return { name, first: await inDatabase(name, (client) => firstStateOf((statement) => client.query(statement))) }
}

/** The names of this run's databases begin so: its end drops those that are left (tests/setup/test-databases.mjs). */
const PREFIX = process.env['TEST_DATABASE_PREFIX'] ?? 'equipoise_test_'

const makeOnServer = async (contents: Contents): Promise<string> => {
  const name = `${PREFIX}${randomUUID().replaceAll('-', '')}`
  await onServer(async (client) => {
    const template = await serverTemplate(client, contents)
    await client.query(`create database ${name} template ${template}`)
  })
  return name
}

const dropOnServer = (name: string): Promise<unknown> =>
  onServer((client) => client.query(`drop database if exists ${name} with (force)`))

/** `end` is called when all its connections are closed. */
const openOnServer = async (name: string, report: Report, end: () => Promise<unknown>): Promise<TestDatabase> => {
  const url = addressOf(name)
  const opened: OpenDatabase[] = []
  const openAnother = async () => {
    const database = await openDatabase({ database_url: url, data_dir: '' }, report)
    opened.push(database)
    return database
  }
  const database = await openAnother()
  const closeAll = async () => {
    await Promise.all(opened.map((each) => each.close()))
    await end()
  }
  // A test may close it again, when the next one has it already.
  let closed: Promise<void> | undefined
  return { ...database, url, openAnother, close: () => (closed ??= closeAll()) }
}

/** Both kinds of database, for `describe.each`: the embedded one, and the server where there is one. */
export const everyDatabase: { kind: OpenDatabase['kind']; open: Opener }[] = [
  { kind: 'embedded', open: embeddedDatabase },
]
if (TEST_SERVER) everyDatabase.push({ kind: 'server', open: serverDatabase })

/** Made under another name, so that a template is either complete or missing. */
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

/** Any fixed number: test processes make databases one after another. */
const LOCK = 90_210

const onServer = <Result>(work: (client: Client) => Promise<Result>): Promise<Result> =>
  connected(TEST_SERVER ?? '', async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return work(client)
  })

const inDatabase = <Result>(name: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
  connected(addressOf(name), work)

const connected = async <Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
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
