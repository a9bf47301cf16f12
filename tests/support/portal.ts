import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { readConfig, type Environment } from '../../src/server/start/config/config'
import type { OpenDatabase } from '../../src/server/ground/db/open-database'
import { inTransaction } from '../../src/server/ground/db/transaction'
import type { ServerContext } from '../../src/server/use-cases/call/server-context'
import { insertSamplePeople } from '../../src/server/start/sample-data/insert-sample-people'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { Passwords } from '../../src/server/ground/secrets/passwords'
import { startPortal } from '../../src/server/start/start-portal'
import { TEST_SERVER, testDatabase, type TestDatabase } from './database'
import { seededBytes } from './seeded-bytes'
import { openSourceWorker } from './source-worker'

/** The start time of every test. */
export const START = '2026-11-21T05:03:00.000Z'

/** A stopped clock that a test can move. */
export type Clock = { now: () => string; step: (seconds: number) => void }

export const stoppedClock = (start = START): Clock => {
  let time = Date.parse(start)
  return {
    now: () => new Date(time).toISOString(),
    step: (seconds) => {
      time += seconds * 1000
    },
  }
}

export type TestPortal = {
  url: string
  /** The address of the metrics; null where METRICS_PORT is not set. */
  metrics_url?: string | null
  context: ServerContext
  database: TestDatabase
  clock: Clock
  personId: (key: SampleAccountKey) => number
  stop: () => Promise<void>
}

export type TestPortalOptions = {
  environment?: Environment
  /** Another portal whose database this one shares, as two processes do; its people exist already. */
  beside?: TestPortal
  /** A database that has the sample people already. */
  database?: TestDatabase
  clock?: Clock
  seed?: string
  does_jobs?: boolean
  /** Replaces the expensive hashes of passwords. */
  passwords?: Passwords
  /** The clock of the request limits, in milliseconds. */
  steady?: () => number
  /** The time by which its clock seems ahead of the database's. */
  clock_ahead_ms?: number
  /** Without a logger, no log is written. */
  log?: Logger
}

/** Thirty-two bytes in hexadecimal, which seal the seeds of every test. */
export const TEST_SEED_KEY = '5e'.repeat(32)

/** A test sends requests faster than any person on a ward. */
export const FAST_REQUESTS = {
  REQUESTS_PER_PERSON: '1000000',
  WRITES_PER_PERSON: '1000000',
  OUTCOMES_PER_PERSON: '1000000',
  ANONYMOUS_REQUESTS_PER_ADDRESS: '1000000',
  REQUESTS_AT_ONCE: '100000',
  REQUESTS_AT_ONCE_PER_PERSON: '100000',
} as const satisfies Environment

/** A stopped clock is moved by hours, so no session ends by idleness unless a test sets it. */
const TEST_ENVIRONMENT: Environment = {
  INSTANCE: 'test',
  PORT: '0',
  SEED_KEY: TEST_SEED_KEY,
  SESSION_IDLE_MINUTES: '1440',
  TRIAL_REOPENING: 'yes',
  ...FAST_REQUESTS,
}

/** A started portal on a fresh database with the sample people, on a free port, with a stopped clock and seeded chance. */
export const testPortal = async (options: TestPortalOptions = {}): Promise<TestPortal> => {
  const settings = readConfig({ ...TEST_ENVIRONMENT, ...options.environment })
  if (!settings.ok) throw new Error(settings.refusal)
  const clock = options.clock ?? options.beside?.clock ?? stoppedClock()
  const database = options.beside?.database ?? options.database ?? (await testDatabase())
  const people = options.database ? await peopleIn(database) : options.beside ? null : await withPeople(database, clock)
  // The embedded database has one process: two portals share its one connection.
  const another = options.beside && TEST_SERVER ? await database.openAnother() : null
  const started = await startPortal(settings.value, {
    database: another ?? database,
    log: options.log ?? pino({ level: 'silent' }),
    now: clock.now,
    randomBytes: seededBytes(options.seed ?? (options.beside ? 'second' : 'first')),
    openWorker: openSourceWorker,
    readVerifier: () => readFile(join(import.meta.dirname, '../../src/verifier/verify-ledger.mjs'), 'utf8'),
    does_jobs: options.does_jobs ?? false,
    // A stopped clock agrees with no database, so the test states the difference.
    clockDifference: () => async () => options.clock_ahead_ms ?? 0,
    passwords: options.passwords ?? null,
    ...(options.steady && { steady: options.steady }),
  })
  if (!started.ok) throw new Error(started.refusal)
  const { url, metrics_url, context, stop } = started.value
  return {
    url,
    metrics_url,
    context,
    database,
    clock,
    personId: (key) => options.beside?.personId(key) ?? idOf(people, key),
    stop: async () => {
      await stop()
      await another?.close()
      if (!options.beside) await database.close()
    },
  }
}

const withPeople = async (database: OpenDatabase, clock: Clock) => {
  const people = await inTransaction(database, async (transaction) => ({
    ok: true,
    value: await insertSamplePeople(transaction, clock.now()),
  }))
  if (!people.ok) throw new Error('the sample people could not be stored')
  return people.value
}

const peopleIn = async ({ queries }: OpenDatabase) => {
  const stored = await queries.selectFrom('users').select(['id', 'email']).execute()
  const ids = new Map(stored.map(({ email, id }) => [email, id]))
  return new Map(SAMPLE_ACCOUNTS.map(({ key, email }) => [key, ids.get(email) ?? 0]))
}

const idOf = (people: ReadonlyMap<SampleAccountKey, number> | null, key: SampleAccountKey): number => {
  const id = people?.get(key)
  if (id === undefined) throw new Error(`there is no ${key}`)
  return id
}
