import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../ground/audit/audit-entry'
import { appendAudit } from '../ground/db/audit-log'
import { piecewiseReading } from '../ground/db/long-reading'
import { inTransaction } from '../ground/db/transaction'
import { hashedFiles } from '../ground/files/hashed-files'
import { privateFolder } from '../ground/files/private-folder'
import { archiveTrial } from '../use-cases/operation/archive/archive-trial'
import { ON_CONSOLE } from '../use-cases/people/administrators/on-console'
import { readConfig } from './config/config'
import { seedKeyOf } from './config/local-seed-key'
import { freshBytes, log, refuse } from './console'
import { lineOf, openUpToDate } from './open-up-to-date'
import { readVerifier, readVersion } from './version'

/*
 * `npm run archive -- TRIAL FOLDER`: writes one trial as a whole into a new folder, to be read and checked without the portal, with the
 * settings of the server. Over PostgreSQL beside the running server; with the embedded database the server is stopped first.
 */

const USAGE = 'Name a trial by its number, and a new folder: npm run archive -- TRIAL FOLDER'

const main = async (): Promise<void> => {
  const [trial = '', named, ...others] = process.argv.slice(2)
  if (!/^[1-9]\d{0,9}$/.test(trial) || named === undefined || others.length > 0) return refuse(USAGE)
  const folder = resolve(named)
  if (existsSync(folder)) return refuse(`${folder} already exists: name another folder`)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const seedKey = await seedKeyOf(settings.value, freshBytes)
  if (!seedKey.ok) return refuse(seedKey.refusal)
  const config = { ...settings.value, seed_key: seedKey.value }
  const database = await openUpToDate(settings.value, log)
  if (!database.ok) return refuse(database.refusal)
  const trial_id = Number(trial)
  const unfinished = `${folder}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    const archive = {
      files: hashedFiles(await privateFolder(unfinished)),
      trial_id,
      made_at: new Date().toISOString(),
      version: readVersion(),
      verifier: await readVerifier(),
    }
    const sealed = await database.value.withoutTimeouts((queries) =>
      queries
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((snapshot) => archiveTrial({ config, reading: piecewiseReading(snapshot) }, archive)),
    )
    if (!sealed.ok) return refuse(`Nothing was archived. ${sealed.refusal}`)
    database.value.transactions.headKeys = config
    await inTransaction(database.value, async (transaction) => {
      const entry = auditEntry(byService(new Date().toISOString()), null, {
        kind: 'trial_archived',
        trial_id,
        description: `Trial archived in a folder with the seal ${sealed.value}`,
        reason: ON_CONSOLE,
      })
      await appendAudit(transaction, entry)
      return accepted(null)
    })
    // Only the entry in the audit log remains.
    await rename(unfinished, folder)
    process.stdout.write(
      `Trial ${trial_id} is in ${folder}, UNBLINDED and with names of people.\nIts seal, which is also in the audit log: ${sealed.value}\nCheck it: node ${folder}/verify-ledger.mjs ${folder} --seal ${sealed.value}\n`,
    )
  } catch (error) {
    refuse(`Nothing was archived. ${lineOf(error)}`)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
    await database.value.close()
  }
}

await main()
