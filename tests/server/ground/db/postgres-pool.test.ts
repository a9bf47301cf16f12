import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommitOutcomeUnknown, DatabaseAway, isDatabaseAway } from '../../../../src/server/ground/db/database-away'
import { openDatabase, type OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { PREPARED_THEN_COMMIT } from '../../../../src/server/ground/db/statement-marks'
import { inTransaction, type Transaction } from '../../../../src/server/ground/db/transaction'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../../support/database'
import { errorOf } from './error-of'
import { failingNetwork, type FailingNetwork } from './failing-network'
import { gate } from './gate'

const NOTES = { name: '0001-notes', text: 'create table notes (text text)' }

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

describe('an address without a database', () => {
  it.each([
    ['nobody listens', 'postgres://user:secret@127.0.0.1:1/database', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['the name has several addresses', 'postgres://user:secret@localhost:1/database', 'ECONNREFUSED'],
    ['the host is unknown', 'postgres://user:secret@nowhere.invalid/database', 'nowhere.invalid'],
  ])('stops the start in one line, without the password: %s', async (_, database_url, reason) => {
    const opening = openDatabase({ database_url, data_dir: '' }, () => {})
    await expect(opening).rejects.toThrow('DATABASE_URL: The database does not answer: ')
    await expect(opening).rejects.toThrow(reason)
    await expect(opening).rejects.not.toThrow('secret')
  })
})

describe.skipIf(!TEST_SERVER)('the pool to a server', () => {
  let direct: TestDatabase
  let network: FailingNetwork
  let database: OpenDatabase
  let problems: string[]
  let reported: unknown[]
  beforeEach(async () => {
    direct = await serverDatabase([NOTES])
    network = await failingNetwork(direct.url)
    problems = []
    reported = []
    database = await openDatabase({ database_url: network.url, data_dir: '' }, (problem, error) => {
      problems.push(problem)
      reported.push(error)
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await database.close()
    await network.close()
    await direct.close()
  })

  const notes = async () => {
    const { rows } = await sql<{ text: string }>`select text from notes`.execute(direct.queries)
    return rows.map(({ text }) => text)
  }

  const write = (meanwhile: (transaction: Transaction) => Promise<unknown> = async () => {}) =>
    inTransaction(database, async (transaction) => {
      await sql`insert into notes values ('written')`.execute(transaction)
      await meanwhile(transaction)
      return accepted('done')
    })

  /** A restart of the server ends its connections like this. */
  const terminateOthers = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      direct.queries,
    )

  it('outlives a restart: idle connections are reported and replaced', async () => {
    await Promise.all([database.ping(), database.ping(), database.ping()])
    await terminateOthers()
    await vi.waitUntil(() => problems.length === 3)
    expect(new Set(problems)).toEqual(new Set(['An idle connection to the database was lost']))
    for (const error of reported) expect(error).not.toHaveProperty('client')
    expect(await write()).toEqual(accepted('done'))
    expect(await notes()).toEqual(['written'])
  })

  it('outlives a restart in the middle of a transaction, of which nothing is stored', async () => {
    const noticed = write(async (transaction) => {
      await terminateOthers()
      await sql`select 1`.execute(transaction)
    })
    await expect(noticed).rejects.toBeInstanceOf(DatabaseAway)
    const swallowed = write(async (transaction) => {
      await terminateOthers()
      await sql`select 1`.execute(transaction).catch(() => 'swallowed')
    })
    await expect(swallowed).rejects.toBeInstanceOf(DatabaseAway)
    expect(await notes()).toEqual([])
    expect(await write()).toEqual(accepted('done'))
  })

  it('throws the first error, not that of the rollback that it can no longer send', async () => {
    const defect = new Error('defect')
    const work = write(async () => {
      await terminateOthers()
      throw defect
    })
    await expect(work).rejects.toBe(defect)
    expect(await notes()).toEqual([])
  })

  it('does not know the outcome of a commit whose answer is lost', async () => {
    network.treat((packet) => (packet.includes('commit\0') ? 'forward_and_cut_the_answer' : 'forward'))
    const error = await errorOf(write())
    expect(error).toBeInstanceOf(CommitOutcomeUnknown)
    expect(isDatabaseAway(error)).toBe(false)
    expect(await notes()).toEqual(['written'])
  })

  it('does not know the outcome of a commit that is lost on its way either', async () => {
    network.treat((packet) => (packet.includes('commit\0') ? 'cut' : 'forward'))
    await expect(write()).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    expect(await notes()).toEqual([])
  })

  it.each([
    ['whose answer is lost', 'forward_and_cut_the_answer', ['with its commit']],
    ['that is lost on its way', 'cut', []],
  ] as const)('does not know the outcome of a last statement %s', async (_, treatment, stored) => {
    network.treat((packet) => (packet.includes('with its commit') ? treatment : 'forward'))
    const work = inTransaction(database, async (transaction) => {
      await sql`insert ${PREPARED_THEN_COMMIT} into notes values (${'with its commit'})`.execute(transaction)
      return accepted('done')
    })
    expect(await errorOf(work)).toBeInstanceOf(CommitOutcomeUnknown)
    expect(await notes()).toEqual(stored)
  })

  it.each([
    ['was asked to', '01000'],
    ['ends the connection', '57P01'],
  ])(
    'does not know the outcome of a commit whose wait for the standby the server ended because it %s',
    async (_, code) => {
      await sql`create function warn() returns trigger language plpgsql as ${sql.raw(
        `$$ begin raise warning 'canceling wait for synchronous replication' using errcode = '${code}'; return null; end $$`,
      )}`.execute(direct.queries)
      await sql`create constraint trigger warning after insert on notes deferrable initially deferred
      for each row execute function warn()`.execute(direct.queries)
      await expect(write()).rejects.toBeInstanceOf(CommitOutcomeUnknown)
      expect(await notes()).toEqual(['written'])
      await sql`drop trigger warning on notes`.execute(direct.queries)
      expect(await write()).toEqual(accepted('done'))
    },
  )

  it.each([
    ['alone', 'commit\0', (transaction: Transaction) => sql`insert into notes values ('last')`.execute(transaction)],
    [
      'in one message with the last statement',
      'with its commit',
      (transaction: Transaction) =>
        sql`insert ${PREPARED_THEN_COMMIT} into notes values (${'with its commit'})`.execute(transaction),
    ],
  ])('waits five seconds for the answer to a commit %s, whose outcome is then unknown', async (_, words, statement) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = gate()
    network.treat((packet) => {
      if (!packet.includes(words)) return 'forward'
      sent.open()
      return 'swallow'
    })
    const work = errorOf(
      inTransaction(database, async (transaction) => {
        await statement(transaction)
        return accepted('done')
      }),
    )
    await sent.opened
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await work).toBeInstanceOf(CommitOutcomeUnknown)
    network.treat(() => 'forward')
    expect(await write()).toEqual(accepted('done'))
  })

  it('does not know the outcome of a lone write whose answer is lost, but does for a read', async () => {
    network.treat((packet) => (packet.includes('notes') ? 'forward_and_cut_the_answer' : 'forward'))
    const written = sql`insert into notes values ('alone')`.execute(database.queries)
    await expect(written).rejects.toBeInstanceOf(CommitOutcomeUnknown)
    await expect(sql`select from notes`.execute(database.queries)).rejects.toBeInstanceOf(DatabaseAway)
    expect(await notes()).toEqual(['alone'])
  })

  it('reports the database as away while it cannot be reached, and reconnects later', async () => {
    network.treat(() => 'cut')
    network.cut()
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseAway)
    await expect(write()).rejects.toBeInstanceOf(DatabaseAway)
    network.treat(() => 'forward')
    expect(await database.ping()).toMatch(/^1\d\./)
  })

  it('waits 20 seconds for an answer that never comes, and no longer for the rollback', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const sent = gate()
    network.treat((packet) => {
      if (!packet.includes('notes')) return 'forward'
      sent.open()
      return 'swallow'
    })
    const work = errorOf(write())
    await sent.opened
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await work).toBeInstanceOf(DatabaseAway)
    network.treat(() => 'forward')
    expect(await write()).toEqual(accepted('done'))
  })

  it('refuses a caller after five seconds where all ten connections are busy', async () => {
    const end = gate()
    let connections = 0
    const holders = Array.from({ length: 10 }, () =>
      write(() => {
        connections += 1
        return end.opened
      }),
    )
    await vi.waitUntil(() => connections === 10)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const eleventh = errorOf(write())
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await eleventh).toBeInstanceOf(DatabaseAway)
    end.open()
    await Promise.all(holders)
    expect(await notes()).toHaveLength(10)
  })

  it('reports a statement that the server cancels as "away": nothing was changed', async () => {
    const slow = write(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction)
      await sql`select pg_sleep(5)`.execute(transaction)
    })
    const error = await errorOf(slow)
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseAway(error)).toBe(true)
    expect(await notes()).toEqual([])
  })

  it('finds the one of several hosts that accepts writes, also after a change', async () => {
    const { host, username, pathname } = new URL(direct.url)
    const several = `postgres://${username}@127.0.0.1:1,${host},localhost:1${pathname}?target_session_attrs=read-write`
    const set = (value: string) =>
      sql`alter database ${sql.id(databaseOf(direct.url))} set default_transaction_read_only = ${sql.raw(value)}`.execute(
        direct.queries,
      )
    const open = () => openDatabase({ database_url: several, data_dir: '' }, () => {})
    const opened = await open()
    expect(await opened.ping()).toMatch(/^1\d\./)
    await set('on')
    await terminateOthers()
    await expect(opened.ping()).rejects.toBeInstanceOf(DatabaseAway)
    await expect(open()).rejects.toThrow('DATABASE_URL: The ')
    await set('off')
    expect(await opened.ping()).toMatch(/^1\d\./)
    await opened.close()
  })

  it("reads times in the same way, whatever the server's settings", async () => {
    const set = (setting: string) =>
      sql`alter database ${sql.id(databaseOf(direct.url))} set ${sql.raw(setting)}`.execute(direct.queries)
    await set("timezone = 'Australia/Sydney'")
    await set("datestyle = 'German'")
    const another = await direct.openAnother()
    const times = sql`select timestamptz '2026-11-21 05:03:00+00' as instant, date '2026-02-28' as day`
    expect((await times.execute(another.queries)).rows).toEqual([
      { instant: '2026-11-21T05:03:00.000Z', day: '2026-02-28' },
    ])
  })

  it('gives requests time-outs, and migrations none', async () => {
    const timeouts = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`
    expect((await timeouts.execute(database.queries)).rows).toEqual([{ statement: '15s', idle: '15s' }])
    const { rows } = await database.withoutTimeouts((queries) => timeouts.execute(queries))
    expect(rows).toEqual([{ statement: '0', idle: '15s' }])
  })

  it('has no statement compiled first, which would take longer than it runs', async () => {
    const compiling = sql`select current_setting('jit') as jit`
    expect((await compiling.execute(database.queries)).rows).toEqual([{ jit: 'off' }])
  })

  it('is closed once running work has ended, and then refuses more', async () => {
    const begun = gate()
    const end = gate()
    const running = write(() => {
      begun.open()
      return end.opened
    })
    await begun.opened
    const closed = database.close()
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseAway)
    end.open()
    expect(await running).toEqual(accepted('done'))
    await closed
    await database.close()
    expect(problems).toEqual([])
  })
})
