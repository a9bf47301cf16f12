import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommitOutcomeUnknown, DatabaseAway, isDatabaseAway } from '../../../../src/server/ground/db/database-away'
import { openDatabase, type EmbeddedDatabase, type OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { errorOf } from './error-of'

let template: string
let problems: string[] = []
beforeAll(async () => {
  template = fs.mkdtempSync(join(tmpdir(), 'equipoise-storage-'))
  const database = await openDatabase({ database_url: undefined, data_dir: template }, (problem) =>
    problems.push(problem),
  )
  await sql`create table numbers (number int)`.execute(database.queries)
  await database.close()
})
afterAll(() => fs.rmSync(template, { recursive: true }))

let root: string
let data_dir: string
let opened: OpenDatabase[]
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'equipoise-storage-'))
  data_dir = root
  problems = []
  opened = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.map((database) => database.close()))
  fs.rmSync(root, { recursive: true })
})

/** A copy of a folder with a database and its empty table of numbers, opened. */
const openCopy = async (): Promise<EmbeddedDatabase> => {
  fs.cpSync(template, data_dir, { recursive: true })
  return open()
}

const open = async (): Promise<EmbeddedDatabase> => {
  const database = await openDatabase({ database_url: undefined, data_dir }, (problem) => problems.push(problem))
  opened.push(database)
  if (database.kind !== 'embedded') throw new Error('No embedded database was opened')
  return database
}

const add = (database: OpenDatabase, number: number) =>
  inTransaction(database, async (transaction) => {
    await sql`insert into numbers values (${number})`.execute(transaction)
    await sql`update numbers set number = number where number = ${number}`.execute(transaction)
    return accepted(number)
  })

const numbersOf = async (database: OpenDatabase, table: string): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`select number from ${sql.table(table)} order by number`.execute(
    database.queries,
  )
  return rows.map(({ number }) => number)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('a process that appends rows', () => {
  let child: ChildProcess
  beforeEach(() => {
    fs.cpSync(template, data_dir, { recursive: true })
    const script = join(import.meta.dirname, 'append-rows.ts')
    child = spawn(process.execPath, ['--import', 'tsx', script, data_dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  })
  afterEach(() => child.kill('SIGKILL'))

  const acknowledgedUntilKilledAt = async (last: number): Promise<number> => {
    let acknowledged = 0
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      acknowledged = Number(line)
      if (acknowledged === last) child.kill('SIGKILL')
    }
    return acknowledged
  }

  it('loses nothing that it acknowledged when it is killed, and frees the folder', async () => {
    const acknowledged = await acknowledgedUntilKilledAt(250)
    const database = await open()
    const numbers = await numbersOf(database, 'appended')
    expect(numbers).toEqual(upTo(numbers.length))
    expect(numbers.length - acknowledged).toBeOneOf([0, 1])
  })

  it('has the folder alone', async () => {
    await once(child.stdout ?? process.stdin, 'data')
    await expect(open()).rejects.toThrow(
      `The database in ${join(data_dir, 'postgres')} is open in another process (${child.pid}): ` +
        'stop that one first, or choose another DATA_DIR',
    )
  })
})

describe('a folder', () => {
  const folder = () => join(data_dir, 'postgres')

  it('that this process has open already is not opened twice', async () => {
    await openCopy()
    await expect(open()).rejects.toThrow('is open in another process')
  })

  it('of another PostgreSQL is refused with the way to upgrade', async () => {
    fs.mkdirSync(folder())
    fs.writeFileSync(join(folder(), 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(
      `The database in ${folder()} was written by PostgreSQL 17, this version of the portal reads 18: ` +
        'start the version that wrote it, or restore its backup to a PostgreSQL server and set DATABASE_URL',
    )
  })

  it('with other content is refused and stays unchanged', async () => {
    fs.mkdirSync(folder())
    fs.writeFileSync(join(folder(), 'letter.txt'), 'Dear')
    await expect(open()).rejects.toThrow(`The folder ${folder()} contains files, but no database: empty or move it`)
    expect(fs.readdirSync(folder())).toEqual(['letter.txt'])
  })

  it("that is damaged is refused with PostgreSQL's reason, and not recreated", async () => {
    const database = await openCopy()
    await database.close()
    fs.truncateSync(join(folder(), 'global/pg_control'), 100)
    await expect(open()).rejects.toThrow(
      /^The embedded database in .*postgres does not open: could not read file "global\/pg_control"/,
    )
    await expect(open()).rejects.toThrow('does not open')
  })

  it('whose creation was interrupted is created again', async () => {
    fs.mkdirSync(`${folder()}.unfinished`)
    fs.writeFileSync(join(`${folder()}.unfinished`, 'PG_VERSION'), '18\n')
    const database = await open()
    expect(await database.ping()).toMatch(/^18\./)
    expect(fs.readdirSync(data_dir).sort()).toEqual(['postgres', 'postgres.lock'])
  })

  it('has all rows after it is closed, and its backup has the same rows', async () => {
    const database = await openCopy()
    await add(database, 1)
    const dump = await database.dump()
    await add(database, 2)
    await database.close()
    expect(await numbersOf(await open(), 'numbers')).toEqual([1, 2])
    data_dir = join(root, 'restored')
    fs.mkdirSync(folder(), { recursive: true })
    await unpack(dump, folder())
    expect(await numbersOf(await open(), 'numbers')).toEqual([1])
  })
})

const unpack = async (dump: Blob, folder: string) => {
  const tar = spawn('tar', ['-xz', '-C', folder], { stdio: ['pipe', 'inherit', 'ignore'] })
  tar.stdin.end(Buffer.from(await dump.arrayBuffer()))
  expect(await once(tar, 'exit')).toEqual([0, null])
}

describe('the disk', () => {
  it('is synced once for each commit, however many statements it has, and never for a read', async () => {
    const database = await openCopy()
    const sync = vi.spyOn(fs, 'fsyncSync')
    for (const number of upTo(50)) await add(database, number)
    expect(sync).toHaveBeenCalledTimes(50)
    await numbersOf(database, 'numbers')
    expect(sync).toHaveBeenCalledTimes(50)
  })

  it('that cannot sync acknowledges nothing, and accepts no query until the next start', async () => {
    const database = await openCopy()
    await add(database, 1)
    const sync = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    })
    await expect(add(database, 2)).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    await expect(add(database, 3)).rejects.toBeInstanceOf(DatabaseAway)
    expect(isDatabaseAway(await errorOf(database.ping()))).toBe(true)
    expect(problems).toEqual(['The embedded database has failed; the server must be started again'])
    sync.mockRestore()
    await database.close()
    const numbers = await numbersOf(await open(), 'numbers')
    expect(numbers.slice(0, 1)).toEqual([1])
    expect(numbers).not.toContain(3)
  })

  it('that is full refuses what it cannot hold, and does not hang', async () => {
    const database = await openCopy()
    await database.close()
    const script = join(import.meta.dirname, 'write-beyond-disk.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', script, data_dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    const [printed, ended] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(ended).toEqual([0, null])
    const reason =
      'The embedded database failed: PostgreSQL aborted: could not create file "pg_wal/xlogtemp.42": No space left on device'
    expect(printed.split('\n')).toEqual([
      `CommitOutcomeUnknown: The outcome of the commit is unknown: ${reason}`,
      `EmbeddedDatabaseFailure: ${reason}`,
      `DatabaseAway: The server must be started again: ${reason}`,
      '',
    ])
    const counts = new Map<number, number>()
    for (const number of await numbersOf(await open(), 'numbers')) counts.set(number, (counts.get(number) ?? 0) + 1)
    expect([...counts.values()].filter((count) => count !== 1000)).toEqual([])
    expect([...counts.keys()]).toEqual(upTo(counts.size))
  })
})
