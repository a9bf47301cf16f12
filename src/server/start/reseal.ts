import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { readConfig } from './config/config'
import { openUpToDate } from './open-up-to-date'
import { seedKeyOf } from './config/local-seed-key'
import { needEveryKey } from '../use-cases/operation/sealed-values/missing-keys'
import { resealEverything } from '../use-cases/operation/sealed-values/reseal-everything'

/*
 * `npm run reseal`: seals everything under SEED_KEY that is sealed with a key of SEED_KEY_PREVIOUS, on the server's console and with
 * the settings of the server. Over PostgreSQL beside the running server; with the embedded database the server is stopped first.
 */

/** Beside what the command says: the settings that it reads may send the server's log elsewhere. */
const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

const refuse = (lines: string): void => {
  process.stderr.write(`${lines}\n`)
  process.exitCode = 1
}

const freshBytes = (length: number) => new Uint8Array(randomBytes(length))

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
