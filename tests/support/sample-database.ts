import { pino } from 'pino'
import { readConfig } from '../../src/server/start/config/config'
import { loadSampleData } from '../../src/server/start/sample-data/load-sample-data'
import { startPortal } from '../../src/server/start/start-portal'
import { builtFrom } from './built-files'
import { copyOf, schemaOf, type Contents, type TestDatabase } from './database'
import { TEST_SEED_KEY } from './portal'
import { seededBytes } from './seeded-bytes'
import { openSourceWorker } from './source-worker'

/** A fresh database with the eight sample trials, as if the portal had started at this time. */
export const sampleDatabase = (now: string): Promise<TestDatabase> => copyOf(sampleOf(now))

/** The sample depends on the day on which it is loaded and on all code of the portal. */
const sampleOf = (now: string): Contents => ({
  key: `sample_${now.slice(0, 10).replaceAll('-', '')}_${builtFrom().slice(0, 16)}`,
  above: schemaOf(),
  fill: async (database) => {
    const settings = readConfig({ INSTANCE: 'test', PORT: '0', SEED_KEY: TEST_SEED_KEY })
    if (!settings.ok) throw new Error(settings.refusal)
    const started = await startPortal(settings.value, {
      database,
      log: pino({ level: 'silent' }),
      now: () => now,
      randomBytes: seededBytes('sample'),
      openWorker: openSourceWorker,
      prepare: loadSampleData,
    })
    if (!started.ok) throw new Error(started.refusal)
    await started.value.stop()
  },
})
