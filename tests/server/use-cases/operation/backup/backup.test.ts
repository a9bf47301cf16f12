import { sql } from 'kysely'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { restoreBackup } from '../../../../../src/server/use-cases/operation/backup/restore-backup'
import { sendBackup } from '../../../../../src/server/use-cases/operation/backup/send-backup'
import { tablesOf, sequencesOf } from '../../../../../src/server/ground/db/backup-tables'
import { verifyRestored } from '../../../../../src/server/use-cases/operation/backup/verify-restored'
import type { OpenDatabase } from '../../../../../src/server/ground/db/open-database'
import { refuseUnfinishedRestore, unmarkRestore } from '../../../../../src/server/ground/db/unfinished-restore'
import { everyDatabase, type TestDatabase } from '../../../../support/database'
import { START, TEST_SEED_KEY } from '../../../../support/portal'
import { sampleDatabase } from '../../../../support/sample-database'

/** The sample may have to be made first, which takes this many milliseconds at most. */
vi.setConfig({ hookTimeout: 180_000 })

/* Backs up and restores the sample with its 2,000 participants. */

const ABOUT = { version: '2.11.7', made_at: START }
const KEYS = { seed_key: new Uint8Array(Buffer.from(TEST_SEED_KEY, 'hex')), previous_seed_keys: [] }

let source: TestDatabase
let backup: Buffer
beforeAll(async () => {
  source = await sampleDatabase(START)
  backup = await backupOf(source)
})
afterAll(() => source.close())

const backupOf = async (database: OpenDatabase): Promise<Buffer> => {
  const to = new PassThrough()
  const [bytes] = await Promise.all([buffer(to), sendBackup(database, ABOUT, to)])
  return bytes
}

/** Opens the file as often as asked; `meanwhile` happens while it is read for the first time. */
const opening = (bytes: Buffer, meanwhile?: () => Promise<unknown>) => {
  const pending = [meanwhile]
  return () => {
    const happens = pending.shift()
    return Readable.from(
      (async function* () {
        await happens?.()
        yield bytes
      })(),
    )
  }
}

/** Every row of every table, as the database writes it. */
const everything = async (database: OpenDatabase): Promise<Record<string, string[]>> => {
  const rows: Record<string, string[]> = {}
  for (const { name } of await tablesOf(database.queries)) {
    const read = await sql<{ row: string }>`select one::text as row from ${sql.id(name)} one order by 1`.execute(
      database.queries,
    )
    rows[name] = read.rows.map(({ row }) => row)
  }
  return rows
}

describe.each(everyDatabase)('a backup restored into an empty database, $kind', ({ open }) => {
  let target: TestDatabase
  let restored: Awaited<ReturnType<typeof restoreBackup>>
  beforeAll(async () => {
    target = await open([])
    restored = await restoreBackup(target, opening(backup))
    await unmarkRestore(target.queries)
  })
  afterAll(() => target.close())

  it('has every row of every table', async () => {
    expect(restored).toMatchObject({ ok: true, value: { head: ABOUT } })
    expect(await everything(target)).toEqual(await everything(source))
  })

  it('gives the same backup again', async () => {
    expect(gunzipSync(await backupOf(target)).equals(gunzipSync(backup))).toBe(true)
  })

  it('continues its numbers', async () => {
    expect(await sequencesOf(target.queries)).toEqual(await sequencesOf(source.queries))
  })

  it('has valid ledgers and audit log, and the heads that were stored outside', async () => {
    const { rows } = await sql<{
      head: string
    }>`select ledger_head as head from trials where ledger_head is not null`.execute(source.queries)
    const heads = rows.map(({ head }) => head)
    expect(heads.length).toBeGreaterThan(3)
    expect(await verifyRestored(target, KEYS, heads)).toEqual({
      ok: true,
      value: expect.stringMatching(
        /^Checked and correct: \d+ ledgers and \d+ entries of the audit log, and \d+ heads from outside\.$/,
      ),
    })
    expect(await verifyRestored(target, KEYS, ['ab'.repeat(32)])).toEqual({
      ok: false,
      refusal: [`No ledger has the head ${'ab'.repeat(32)}: this backup lacks the records that it proves`],
    })
  })

  it('is append-only as before, and refuses rows with missing references', async () => {
    await expect(sql`update audit_log set description = 'x'`.execute(target.queries)).rejects.toThrow(
      'rows of audit_log are never changed or deleted',
    )
    await expect(sql`insert into sites (trial_id, title) values (999999, 'x')`.execute(target.queries)).rejects.toThrow(
      /violates/,
    )
  })

  it('needs the key', async () => {
    const other = { seed_key: new Uint8Array(32).fill(7), previous_seed_keys: [] }
    expect(await verifyRestored(target, other, [])).toMatchObject({
      ok: false,
      refusal: [expect.stringContaining('are sealed with key')],
    })
  })

  it('is not restored over an existing one, which stays', async () => {
    expect(await restoreBackup(target, opening(backup))).toEqual({
      ok: false,
      refusal: 'The database is not empty: restore into a new one, or into another DATA_DIR',
    })
  })
})

/** The whole backup when it is checked first, and half of it when it is loaded. */
const breakingOff = () => {
  const streams = [backup, backup.subarray(0, backup.length / 2)]
  return () => Readable.from([streams.shift() ?? Buffer.alloc(0)])
}

describe.each(everyDatabase)('a restore that broke off, $kind', ({ open }) => {
  let target: TestDatabase
  let failure: unknown
  beforeAll(async () => {
    target = await open([])
    failure = await restoreBackup(target, breakingOff()).catch((error: unknown) => error)
  })
  afterAll(() => target.close())

  it('leaves a database on which no server starts', async () => {
    expect(String(failure)).toContain('cut off')
    await expect(refuseUnfinishedRestore(target.queries)).rejects.toThrow(
      'A restore into this database never finished: run npm run restore again, or restore into a new one',
    )
  })

  it('is not repeated with a backup of an older schema than the database has', async () => {
    await sql`insert into schema_migrations (name, checksum) values ('9999-later', 'x')`.execute(target.queries)
    expect(await restoreBackup(target, opening(backup))).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('a newer schema than the backup has'),
    })
    await sql`delete from schema_migrations where name = '9999-later'`.execute(target.queries)
  })

  it('can be repeated, and a server starts after it', async () => {
    expect(await restoreBackup(target, opening(backup))).toMatchObject({ ok: true })
    expect(await everything(target)).toEqual(await everything(source))
  })

  it('does not overwrite what another restore finished while it read the backup', async () => {
    const before = await everything(target)
    const finishing = opening(backup, () => unmarkRestore(target.queries))
    await expect(restoreBackup(target, finishing)).rejects.toThrow(
      'Another restore into this database has finished meanwhile: nothing was changed',
    )
    expect(await everything(target)).toEqual(before)
    await refuseUnfinishedRestore(target.queries)
  })
})

describe.each(everyDatabase)('a database that was empty, $kind', ({ open }) => {
  it('and is filled while the backup is read, is not restored into', async () => {
    const target = await open([])
    const begun = () => sql`create table begun (id integer)`.execute(target.queries)
    expect(await restoreBackup(target, opening(backup, begun))).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('not empty'),
    })
    await refuseUnfinishedRestore(target.queries)
    await target.close()
  })
})

describe('an incomplete backup is refused before anything is changed', () => {
  let target: TestDatabase
  beforeAll(async () => {
    target = await (everyDatabase.at(-1)?.open([]) ?? Promise.reject(new Error('no database')))
  })
  afterAll(() => target.close())

  const text = () => gunzipSync(backup).toString('utf8')
  const packed = (lines: string) => gzipSync(lines)

  it.each<[string, () => Buffer, RegExp]>([
    ['cut off', () => backup.subarray(0, backup.length - 100), /cut off/],
    ['cut off at a line', () => packed(text().split('\n').slice(0, 500).join('\n')), /cut off/],
    ['no backup', () => packed('{"format":"something else"}\n'), /not a backup/],
    ['not packed', () => Buffer.from('Dear all'), /cut off, or it is another file/],
    ['empty', () => Buffer.alloc(0), /cut off/],
    ['with a name changed', () => packed(text().replace('Amara', 'Maria')), /checksum differs/],
    ['without a row', () => packed(text().replace(/\nR\{[^\n]*"Amara[^\n]*(?=\n)/, '')), /checksum differs/],
    ['of a newer version', () => packed(text().replace('"0001-foundation"', '"0001-other"')), /checksum differs/],
  ])('%s', async (_, bytes, words) => {
    expect(await restoreBackup(target, opening(bytes()))).toEqual({ ok: false, refusal: expect.stringMatching(words) })
    expect(await tablesOf(target.queries)).toEqual([])
    await refuseUnfinishedRestore(target.queries)
  })
})

describe('a backup made during writes', () => {
  it('fails where its reader leaves, and the next one is complete', async () => {
    const to = new PassThrough()
    const sending = sendBackup(source, ABOUT, to)
    await once(to, 'readable')
    to.destroy()
    await expect(sending).rejects.toThrow(/Premature close|is gone/)
    expect((await backupOf(source)).length).toBeGreaterThan(1000)
  })
})
