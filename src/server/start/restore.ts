import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../ground/audit/audit-entry'
import { restoreBackup } from '../use-cases/operation/backup/restore-backup'
import { verifyRestored } from '../use-cases/operation/backup/verify-restored'
import { ON_CONSOLE } from '../use-cases/people/administrators/on-console'
import { readConfig } from './config/config'
import { log, refuse } from './console'
import { appendAudit } from '../ground/db/audit-log'
import { endEarlierSecrets } from '../ground/db/end-earlier-secrets'
import { inTransaction } from '../ground/db/transaction'
import { unmarkRestore } from '../ground/db/unfinished-restore'
import { lineOf } from './open-up-to-date'
import { seedKeyOf } from './config/local-seed-key'
import { grantServingRole, openAsOwner } from './serving-role'

/*
 * `npm run restore -- FILE [--head HEAD]…`: restores a backup into the empty database of the settings, checks every
 * ledger and the audit log before any server may start on it, and compares the ledgers with heads that were stored
 * outside.
 */

const MADE_AGAIN = 'Everyone has to sign in again. Invitations, links to passwords and wall views must be made again.'

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string', multiple: true, default: [] } },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) return refuse('Name one file: npm run restore -- FILE')
  if (!existsSync(file)) return refuse(`There is no file ${file}`)
  const settings = readConfig(process.env)
  if (!settings.ok) return refuse(settings.refusal)
  const seedKey = await seedKeyOf(settings.value, (length) => new Uint8Array(randomBytes(length)))
  if (!seedKey.ok) return refuse(seedKey.refusal)
  const config = { ...settings.value, seed_key: seedKey.value }
  const database = await openAsOwner(config, log)
  try {
    const restored = await restoreBackup(database, () => createReadStream(file))
    if (!restored.ok) return refuse(`Nothing was restored. ${restored.refusal}`)
    const checked = await verifyRestored(database, config, values.head)
    if (!checked.ok)
      return refuse('The backup was restored, but its checks failed. No server will start on it.', ...checked.refusal)
    const { made_at } = restored.value.head
    database.transactions.headKeys = config
    const now = new Date().toISOString()
    await inTransaction(database, async (transaction) => {
      await appendAudit(
        transaction,
        auditEntry(byService(now), null, {
          kind: 'database_restored',
          description: `Database restored from a backup of ${made_at}`,
          reason: ON_CONSOLE,
        }),
      )
      await endEarlierSecrets(transaction, now)
      await unmarkRestore(transaction)
      return accepted(null)
    })
    await grantServingRole(database, config, log)
    process.stdout.write(`Restored the backup of ${made_at}. ${checked.value} ${MADE_AGAIN}\n`)
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  refuse(lineOf(error))
}
