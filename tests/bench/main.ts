import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymousBodies } from './anonymous-body'
import { auditSearchRates } from './audit-search-rate'
import { deviceLimits } from './device-limits'
import { ratesOfDevices } from './devices'
import { engineGrowth } from './engine-growth'
import { fullTablet } from './full-tablet'
import { interactionTimes } from './interactions'
import { jobTimes } from './job-times'
import { offlineStarts } from './offline-start'
import { outboxRates } from './outbox-rate'
import { overviewRates } from './overview-rate'
import { ratesUnderOverload } from './overload'
import { packFilterRates, packListRates } from './pack-list-rate'
import { pageTrips } from './page-trips'
import { startPostgres } from './postgres-server'
import { ratesBesideExports } from './randomise-beside-exports'
import { timesBesideReaders } from './randomise-beside-readers'
import { ratesOfProcesses } from './process-rate'
import { growthOverHttp, randomiseRates } from './randomise-rate'
import { randomisationTestRates } from './randomisation-test-rate'
import { reportTimes } from './report-time'
import { searchRates } from './search-rate'
import { simulationRates } from './simulation-rate'
import { strokeTrial } from './stroke-trial'
import { studyPackRates } from './study-pack-rate'
import { table, type Row } from './table'
import { userImportTimes } from './user-import-time'

/** A benchmark gets a folder of its own, and the address of a PostgreSQL server where there is one. */
type Bench = (place: { work: string; serverUrl: string | undefined }) => Row[] | Promise<Row[]>

/** Every benchmark by its name, with the title of its table. No figure decides a test. */
const BENCHES: Record<string, { title: string; run: Bench }> = {
  'randomise-rate': {
    title:
      'Randomise over HTTP, one trial: alone in milliseconds, then per second beside the raw limit of the same database',
    run: async ({ work, serverUrl }) => [
      await randomiseRates({ name: 'embedded', database_url: undefined, data_dir: join(work, 'embedded') }),
      ...(serverUrl === undefined
        ? []
        : [await randomiseRates({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })]),
    ],
  },
  'randomise-growth': {
    title: 'The same with 8 at once, as one trial of the embedded database grows',
    run: ({ work }) => growthOverHttp({ database_url: undefined, data_dir: join(work, 'growth') }),
  },
  'randomise-beside-exports': {
    title: 'Randomise over HTTP beside people who export the same trial again and again (per second)',
    run: ({ work, serverUrl }) => ratesBesideExports(work, serverUrl),
  },
  'randomise-beside-readers': {
    title: 'Randomise over HTTP, 3 at once, beside people and devices that read the same trial of 50,000 participants',
    run: ({ work, serverUrl }) => timesBesideReaders(work, serverUrl),
  },
  'process-rate': {
    title: 'Randomise over HTTP, 64 at once, with several processes over one PostgreSQL',
    run: ({ work, serverUrl }) => ratesOfProcesses(work, serverUrl),
  },
  overload: {
    title: 'A thousand clients at once: answers of each kind, without and with a limit of requests at once',
    run: ({ work, serverUrl }) => ratesUnderOverload(work, serverUrl),
  },
  devices: {
    title: 'Devices with an open page, beside 64 nurses who randomise (DEVICES and DEVICE_SECONDS change the size)',
    run: ({ work, serverUrl }) => ratesOfDevices(work, serverUrl),
  },
  'overview-rate': {
    title: 'The figures of a large trial, over HTTP',
    run: ({ work, serverUrl }) => overviewRates(work, serverUrl),
  },
  'audit-search-rate': {
    title: 'Searches of the audit log as it grows, over HTTP: at first, then the median',
    run: ({ work, serverUrl }) => auditSearchRates(work, serverUrl),
  },
  'search-rate': {
    title: 'The search over twenty trials with as many packs as participants, over HTTP: the shortest, then the median',
    run: ({ work, serverUrl }) => searchRates(work, serverUrl),
  },
  'report-time': {
    title: 'The long report of a large trial, over HTTP',
    run: ({ work, serverUrl }) => reportTimes(work, serverUrl),
  },
  jobs: {
    title: 'Jobs of a day from the home page: presses, and seconds by the keystroke-level model, beside the review',
    run: ({ work }) => jobTimes(work),
  },
  'anonymous-body': {
    title: '/healthz while ten bodies of 10 MB are sent by nobody who is signed in',
    run: ({ work }) => anonymousBodies(work),
  },
  'engine-growth': {
    title: 'One allocation by minimisation over four factors, as a trial grows',
    run: () => engineGrowth(),
  },
  'stroke-trial': { title: 'The whole International Stroke Trial in the United Kingdom', run: () => strokeTrial() },
  'pack-filter-rate': {
    title: 'Study packs laid out and narrowed, as a trial’s packs grow',
    run: () => packFilterRates(),
  },
  'pack-list-rate': {
    title: 'Study packs in Chromium: from the answer to the drawn list, then scrolled',
    run: ({ work }) => packListRates(work),
  },
  'offline-start': {
    title: 'A tablet without its server, and the refresh of what it keeps, in Chromium',
    run: ({ work }) => offlineStarts(work),
  },
  'page-trips': {
    title: 'Pages opened cold: answers that are waited for one after another until what the page shows is here',
    run: ({ work }) => pageTrips(work),
  },
  'outbox-rate': {
    title: 'Dispensing in Chromium without the server, and the queue sent when it is back',
    run: ({ work }) => outboxRates(work),
  },
  interactions: {
    title: 'Lists of 20,000 in Chromium: from a press or key to the next paint, then home to its first trial',
    run: ({ work }) => interactionTimes(work),
  },
  'device-limits': {
    title:
      'A tablet slowed six times with 2,000 packs dispensed offline, two tabs, and a new version while they are sent (QUEUED changes the size)',
    run: () => deviceLimits(),
  },
  'full-tablet': {
    title:
      'A tablet slowed six times that stores every pack of 50 trials: until a page shows its content (TRIALS and PACKS change the size)',
    run: ({ work }) => fullTablet(work),
  },
  'study-pack-rate': {
    title: 'Study packs made up, imported, listed and labelled over HTTP',
    run: ({ work, serverUrl }) => studyPackRates(work, serverUrl),
  },
  'user-import-time': {
    title: '10,000 users from a file: read and checked, then created',
    run: ({ work }) => userImportTimes(work),
  },
  'randomisation-test': {
    title: 'A trial of 2,000 drawn again 10,000 times in one worker thread (seconds), and a p-value by it',
    run: () => randomisationTestRates(),
  },
  'simulation-rate': {
    title: '10,000 simulated trials of 200 in one worker thread (seconds)',
    run: () => simulationRates(),
  },
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !(name in BENCHES))
if (unknown !== undefined) throw new Error(`No benchmark is called ${unknown}: ${Object.keys(BENCHES).join(', ')}`)

const work = mkdtempSync(join(tmpdir(), 'equipoise-bench-'))
const postgres = await startPostgres(work)
try {
  for (const [name, { title, run }] of Object.entries(BENCHES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stdout.write(table(title, await run({ work, serverUrl: postgres?.url })))
  }
  if (!postgres) process.stdout.write('PostgreSQL 15 was not found: install postgresql-15, or set BENCH_DATABASE_URL\n')
} finally {
  await postgres?.stop()
  rmSync(work, { recursive: true, force: true })
}
