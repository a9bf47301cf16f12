import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accepted } from '#domain/outcome'
import { readConfig } from '../../../../src/server/start/config/config'
import { MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { openDatabase, type OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { TABLE_RIGHTS } from '../../../../src/server/ground/db/table-rights'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import { runIfDue } from '../../../../src/server/doors/jobs/run-if-due'
import { openUpToDate } from '../../../../src/server/start/open-up-to-date'
import { insertSamplePeople } from '../../../../src/server/start/sample-data/insert-sample-people'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { beginStory } from '../../../support/begin-story'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../../support/database'
import { START, testPortal, type TestPortal } from '../../../support/portal'
import { signedInThrough } from '../../../support/sign-in'
import { actedUpon, pausedAndEnded, recruited } from '../../../support/story-actions'
import { labelsPrinted, packsHandled } from '../../../support/story-packs'
import { listsExported, looked } from '../../../support/story-reads'
import { errorOf } from './error-of'

/* The role that serves owns nothing on a server. A defect or a stolen password can do no more than its rights allow. */

const log = pino({ level: 'silent' })
const ROLE = `equipoise_serving_${randomBytes(6).toString('hex')}`

const addressOf = (role: string, { url }: TestDatabase): string => {
  const address = new URL(url)
  address.username = role
  return address.href
}

const settingsOf = (DATABASE_URL: string, MIGRATION_DATABASE_URL: string | undefined) => {
  const settings = readConfig({ INSTANCE: 'test', SEED_KEY: '5e'.repeat(32), DATABASE_URL, MIGRATION_DATABASE_URL })
  if (!settings.ok) throw new Error(settings.refusal)
  return settings.value
}

describe.runIf(TEST_SERVER)('a role of its own', () => {
  let owned: TestDatabase
  let serving: OpenDatabase
  let world: TestPortal
  const closed: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    owned = await serverDatabase(MIGRATIONS.slice(0, -1))
    await sql`create role ${sql.id(ROLE)} login`.execute(owned.queries)
    closed.push(
      () => sql`drop owned by ${sql.id(ROLE)}`.execute(owned.queries),
      () => sql`drop role ${sql.id(ROLE)}`.execute(owned.queries),
    )
  })
  afterAll(async () => {
    await world?.stop()
    for (const close of closed) await close()
    await owned.close()
  })

  test('does not migrate the database, and says what does', async () => {
    const start = () => openUpToDate(settingsOf(addressOf(ROLE, owned), undefined), log)
    const refusal = expect.stringContaining('run npm run migrate with MIGRATION_DATABASE_URL')
    expect(await start()).toMatchObject({ ok: false, refusal })
    await sql`grant select on schema_migrations to ${sql.id(ROLE)}`.execute(owned.queries)
    expect(await start()).toMatchObject({ ok: false, refusal })
  })

  test('is not the owner under another name', async () => {
    expect(await openUpToDate(settingsOf(owned.url, owned.url), log)).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('name the same role'),
    })
  })

  test('must be of the database that the owner migrates', async () => {
    const other = await serverDatabase()
    const opened = await openUpToDate(settingsOf(addressOf(ROLE, other), owned.url), log)
    await other.close()
    const names = [owned.url, other.url].map((url) => new URL(url).pathname.slice(1))
    const refusal = `MIGRATION_DATABASE_URL names the database ${names[0]}, and DATABASE_URL names ${names[1]}: they must be the same`
    expect(opened).toEqual({ ok: false, refusal })
  })

  test('is not reported as away where the owner is', async () => {
    const nowhere = new URL(owned.url)
    nowhere.port = '1'
    expect(await openUpToDate(settingsOf(addressOf(ROLE, owned), nowhere.href), log)).toMatchObject({
      ok: false,
      refusal: expect.stringMatching(/^MIGRATION_DATABASE_URL: /),
    })
  })

  test('gets no rights while it may create tables', async () => {
    await sql`grant create on schema public to ${sql.id(ROLE)}`.execute(owned.queries)
    const opened = await openUpToDate(settingsOf(addressOf(ROLE, owned), owned.url), log)
    await sql`revoke create on schema public from ${sql.id(ROLE)}`.execute(owned.queries)
    expect(opened).toMatchObject({ ok: false, refusal: expect.stringContaining(`${ROLE} may make tables`) })
  })

  test('gets its rights when the owner migrates, and then starts without the owner', async () => {
    for (const owner of [owned.url, undefined]) {
      const opened = await openUpToDate(settingsOf(addressOf(ROLE, owned), owner), log)
      if (opened.ok) await opened.value.close()
      expect(opened).toMatchObject({ ok: true })
    }
  })

  test('does not start without the necessary rights', async () => {
    await sql`revoke insert on sessions from ${sql.id(ROLE)}`.execute(owned.queries)
    const opened = await openUpToDate(settingsOf(addressOf(ROLE, owned), undefined), log)
    await sql`grant insert on sessions to ${sql.id(ROLE)}`.execute(owned.queries)
    expect(opened).toMatchObject({ ok: false, refusal: expect.stringContaining('may not use the table sessions') })
  })

  test('works through a whole trial, with every job of the service', async () => {
    serving = await openDatabase({ database_url: addressOf(ROLE, owned), data_dir: '' }, (problem, error) => {
      throw new Error(problem, { cause: error })
    })
    const stored = await inTransaction(serving, async (transaction) => {
      await insertSamplePeople(transaction, START)
      return accepted(null)
    })
    expect(stored.ok).toBe(true)
    world = await testPortal({ database: { ...owned, ...serving } })
    await signedInThrough(world, 'sso', 'nurse')
    const story = await beginStory(world, { is_blinded_whole: true }, { block_size_min: 2, block_size_max: 6 })
    await recruited(story)
    await actedUpon(story)
    await packsHandled(story)
    await looked(story)
    await pausedAndEnded(story)
    await listsExported(story)
    await labelsPrinted(story)
    const outcomes: [job: string, outcome: string][] = []
    for (const job of EVERY_JOB) outcomes.push([job.name, await runIfDue(world.context, job)])
    expect(outcomes.filter(([, outcome]) => outcome !== 'done')).toEqual([])
    expect(await checkTrial(world.context, story.id)).toBeNull()
  }, 120_000)

  test('has the rights of the list, and no other', async () => {
    const verbs = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
    const { rows } = await sql<{ table: string; verbs: string[] }>`
      select relname as "table", array(
        select verb from unnest(${verbs}::text[]) with ordinality as asked (verb, place)
        where has_table_privilege(${ROLE}, oid, verb) order by place
      ) as verbs
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by relname collate "C"`.execute(owned.queries)
    const expected = Object.entries(TABLE_RIGHTS).map(([table, right]) => ({
      table,
      verbs: [
        'SELECT',
        'INSERT',
        ...(right.startsWith('changed') ? ['UPDATE'] : []),
        ...(right === 'changed and deleted' ? ['DELETE'] : []),
      ],
    }))
    expect(rows.filter(({ table }) => table !== 'schema_migrations')).toEqual(expected)
    expect(rows.find(({ table }) => table === 'schema_migrations')?.verbs).toEqual(['SELECT'])
  })

  test('has no function that runs as the owner', async () => {
    const { rows } = await sql`
      select proname from pg_proc where prosecdef and pronamespace = current_schema()::regnamespace`.execute(
      owned.queries,
    )
    expect(rows).toEqual([])
  })

  test.each([
    "update audit_log set description = 'nothing happened'",
    'delete from audit_log',
    'truncate audit_log',
    "update ledger_records set record = '{}'",
    'delete from participant_flags',
    'update participant_groups set study_group_id = study_group_id',
    'delete from participants',
    'delete from user_permissions',
    "update schema_migrations set checksum = ''",
    'alter table audit_log disable trigger user',
    'alter table audit_log add column more text',
    'drop table audit_log',
    'create table mine ()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'set session_replication_role = replica',
  ])('is refused: %s', async (statement) => {
    expect(await errorOf(sql.raw(statement).execute(serving.queries))).toMatchObject({ code: '42501' })
  })
})
