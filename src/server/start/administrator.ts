import { readConfig } from './config/config'
import { freshBytes, log, refuse } from './console'
import { openUpToDate } from './open-up-to-date'
import { seedKeyOf } from './config/local-seed-key'
import { administratorAddress } from '../use-cases/people/administrators/administrator-address'
import { makeAdministrator } from '../use-cases/people/administrators/make-administrator'

/*
 * `npm run administrator -- EMAIL`: makes a system administrator on the server's console, with the settings of the server. Over
 * PostgreSQL beside the running server; the embedded database is for one process, so the server is stopped first.
 */

const main = async (): Promise<void> => {
  const email = administratorAddress(process.argv.slice(2))
  if (!email.ok) return refuse(email.refusal)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const { public_url, port, ...others } = settings.value
  const seedKey = await seedKeyOf(settings.value, freshBytes)
  if (!seedKey.ok) return refuse(seedKey.refusal)
  const database = await openUpToDate(settings.value, log)
  if (!database.ok) return refuse(database.refusal)
  database.value.transactions.headKeys = { ...others, seed_key: seedKey.value }
  const context = {
    config: { ...others, public_url: public_url ?? `http://localhost:${port}` },
    database: database.value,
    now: () => new Date().toISOString(),
    randomBytes: freshBytes,
    // The server finds queued emails itself.
    mail: { wake: () => {} },
  }
  try {
    const made = await makeAdministrator(context, email.value)
    if (!made.ok) return refuse(made.refusal)
    process.stdout.write(`${made.value.join('\n')}\n`)
  } finally {
    await database.value.close()
  }
}

await main()
