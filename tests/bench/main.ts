import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineGrowth } from './engine-growth'
import { overviewRates } from './overview-rate'
import { packFilterRates, packListRates } from './pack-list-rate'
import { startPostgres } from './postgres-server'
import { growthOverHttp, randomiseRates } from './randomise-rate'
import { reportTimes } from './report-time'
import { simulationRates } from './simulation-rate'
import { strokeTrial } from './stroke-trial'
import { studyPackRates } from './study-pack-rate'
import { table } from './table'
import { userImportTimes } from './user-import-time'

/** Prints every benchmark as a table. Figures are for reading: none of them decides a test. */
const work = mkdtempSync(join(tmpdir(), 'equipoise-bench-'))
const postgres = await startPostgres(work)
try {
  const rows = [
    await randomiseRates({ name: 'embedded', database_url: undefined, data_dir: join(work, 'embedded') }),
    ...(postgres
      ? [await randomiseRates({ name: 'PostgreSQL', database_url: postgres.url, data_dir: join(work, 'server') })]
      : []),
  ]
  process.stdout.write(
    table('Randomise over HTTP, one trial, beside the raw limit of the same database (per second)', rows),
  )
  process.stdout.write(
    table('The same with 8 at once, as one trial of the embedded database grows', [
      ...(await growthOverHttp({ database_url: undefined, data_dir: join(work, 'growth') })),
    ]),
  )
  process.stdout.write(table('The figures of a large trial, over HTTP', await overviewRates(work, postgres?.url)))
  process.stdout.write(table('The long report of a large trial, over HTTP', await reportTimes(work, postgres?.url)))
  process.stdout.write(table('One allocation by minimisation over four factors, as a trial grows', engineGrowth()))
  process.stdout.write(table('The whole International Stroke Trial in the United Kingdom', strokeTrial()))
  process.stdout.write(table('Study packs laid out and narrowed, as a trial’s packs grow', packFilterRates()))
  process.stdout.write(
    table('Study packs in Chromium: from the answer to the drawn list, then scrolled', await packListRates(work)),
  )
  process.stdout.write(
    table('Study packs made up, imported, listed and labelled over HTTP', await studyPackRates(work, postgres?.url)),
  )
  process.stdout.write(table('10,000 users from a file: read and checked, then created', await userImportTimes()))
  process.stdout.write(table('10,000 simulated trials of 200 in one worker thread (seconds)', await simulationRates()))
  if (!postgres) process.stdout.write('PostgreSQL 15 was not found: install postgresql-15, or set BENCH_DATABASE_URL\n')
} finally {
  await postgres?.stop()
  rmSync(work, { recursive: true, force: true })
}
