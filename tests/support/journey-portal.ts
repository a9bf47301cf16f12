import { pino } from 'pino'
import { readConfig } from '../../src/server/start/config/config'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { insertSamplePeople } from '../../src/server/start/sample-data/insert-sample-people'
import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'
import { startPortal, type RunningPortal } from '../../src/server/start/start-portal'
import { readBuiltApp } from '../../src/server/ground/files/built-app'
import { BUILT_CLIENT } from './built-files'
import { testDatabase, type TestDatabase } from './database'
import { openFaultProxy, type FaultProxy } from './fault-proxy'
import { freePort } from './free-port'
import { stoppedClock, TEST_SEED_KEY, type Clock, type TestPortal } from './portal'
import { seededBytes } from './seeded-bytes'
import { sampleDatabase } from './sample-database'
import { openSourceWorker } from './source-worker'

/** A portal that browsers reach through a proxy, with the built app and a running clock. */
export type JourneyPortal = TestPortal & {
  front: FaultProxy
  /** Replaces the server by one with another build of the app, on the same database. */
  deploy: (build: string) => Promise<void>
}

/** The first content of the database: the sample of eight trials, or its people alone. */
export type Holding = 'sample' | 'people'

/** The external page where errors are reported. */
export const ERROR_REPORTS = 'https://help.example.org/report'

/** Starts a portal on a fresh database, with a running clock, or with one stopped at `at`. */
export const openJourneyPortal = async (holding: Holding, at?: string): Promise<JourneyPortal> => {
  const front = await openFaultProxy({ ...(at !== undefined && { at }), port: (port ??= await freePort()) })
  const clock = at === undefined ? runningClock() : stoppedClock(at)
  const database = await OPEN[holding](clock.now())
  const running: RunningPortal[] = []

  const start = async (build: string) => {
    const behind = await freePort()
    const settings = readConfig({
      INSTANCE: 'test',
      SEED_KEY: TEST_SEED_KEY,
      PORT: `${behind}`,
      PUBLIC_URL: front.url,
      ERROR_REPORT_URL: ERROR_REPORTS,
    })
    const client = await (build === BUILT_CLIENT ? (builtApp ??= readBuiltApp(build, '')) : readBuiltApp(build, ''))
    if (!settings.ok) throw new Error(settings.refusal)
    if (!client.ok) throw new Error(client.refusal)
    const started = await startPortal(settings.value, {
      database,
      log: pino({ level: 'silent' }),
      now: clock.now,
      randomBytes: seededBytes(`journey ${running.length}`),
      client: client.value,
      openWorker: openSourceWorker,
    })
    if (!started.ok) throw new Error(started.refusal)
    running.push(started.value)
    front.passTo(`http://127.0.0.1:${behind}`)
    return started.value.context
  }

  const context = await start(BUILT_CLIENT)
  const users = await database.queries.selectFrom('users').select(['id', 'email']).execute()
  return {
    url: front.url,
    front,
    context,
    database,
    clock,
    personId: (key) => {
      const email = SAMPLE_ACCOUNTS.find((account) => account.key === key)?.email
      const user = users.find((one) => one.email === email)
      if (!user) throw new Error(`there is no ${key}`)
      return user.id
    },
    deploy: async (build) => {
      await start(build)
    },
    stop: async () => {
      await front.goDown()
      for (const each of running) await each.stop()
      await database.close()
    },
  }
}

/** The port of all portals of this process, one after another: for its address browsers store the app's files. */
let port: number | undefined

/** Read and compressed once for all files of this process. */
let builtApp: ReturnType<typeof readBuiltApp> | undefined

const OPEN: Record<Holding, (now: string) => Promise<TestDatabase>> = {
  sample: sampleDatabase,
  people: async (now) => {
    const database = await testDatabase()
    await inTransaction(database, async (transaction) => ({
      ok: true,
      value: await insertSamplePeople(transaction, now),
    }))
    return database
  },
}

/** The time of day, since browsers have no other. It can be moved forward. */
const runningClock = (): Clock => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead).toISOString(),
    step: (seconds) => {
      ahead += seconds * 1000
    },
  }
}
