import { readConfig } from './config/config'
import { freshBytes, log, refuse } from './console'
import { openUpToDate } from './open-up-to-date'
import { seedKeyOf } from './config/local-seed-key'
import { needEveryKey } from '../use-cases/operation/sealed-values/missing-keys'
import { resealEverything } from '../use-cases/operation/sealed-values/reseal-everything'

/*
 * `npm run reseal`: seals everything under SEED_KEY that is sealed with a key of SEED_KEY_PREVIOUS, on the server's console and with
 * the settings of the server. Over PostgreSQL beside the running server; with the embedded database the server is stopped first.
 */

const main = async (): Promise<void> => {
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const seedKey = await seedKeyOf(settings.value, freshBytes)
  if (!seedKey.ok) return refuse(seedKey.refusal)
  const config = { ...settings.value, seed_key: seedKey.value }
  const database = await openUpToDate(settings.value, log)
  if (!database.ok) return refuse(database.refusal)
  try {
    const keys = await needEveryKey(database.value.queries, config)
    if (!keys.ok) return refuse(keys.refusal)
    const now = () => new Date().toISOString()
    const report = await resealEverything({ config, database: database.value, now, randomBytes: freshBytes })
    if (!report.ok) return refuse(report.refusal.join('\n'))
    process.stdout.write(`${report.value.join('\n')}\n`)
  } finally {
    await database.value.close()
  }
}

await main()
