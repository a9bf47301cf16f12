import { auditEntry, byService, type AuditEntry } from '../../../ground/audit/audit-entry'
import type { Config } from '../../../ground/settings'
import { findChain } from '../../../ground/db/audit-chains'
import type { OpenDatabase } from '../../../ground/db/open-database'
import type { Queries } from '../../../ground/db/transaction'
import { keyIdText } from '../../../ground/secrets/seed-keys'

/** What sealing works with, at a start and on the server's console: nobody is signed in. */
export type Sealing = {
  config: Pick<Config, 'seed_key' | 'previous_seed_keys'>
  database: OpenDatabase
  now: () => string
  randomBytes: (length: number) => Uint8Array
}

/** The entry that says how many values were sealed with which key: of a trial, or of what belongs to none. Never a value. */
export const sealedEntry = (
  { config, now }: Sealing,
  { trial_id, changes, reason }: Pick<AuditEntry, 'trial_id' | 'changes' | 'reason'>,
): AuditEntry =>
  auditEntry(byService(now()), null, {
    kind: 'secrets_sealed',
    description: `${trial_id === null ? 'Secrets of the service' : `Secrets of trial ${trial_id}`} sealed with key ${keyIdText(config.seed_key)}`,
    trial_id,
    changes,
    reason,
  })

/** How an entry says how many values of a kind were sealed; empty where none was. */
export const sealedCount = (field: string, many: number): AuditEntry['changes'] =>
  many === 0 ? [] : [{ field, old: null, new: many }]

/** 1 where the head of a chain has a code under another key than the present one: the entry of the sealing gives it a new code. */
export const headsToReseal = async (transaction: Queries, { config }: Sealing, chain: number): Promise<number> => {
  const mac = (await findChain(transaction, chain))?.head_mac ?? null
  return mac === null || mac.startsWith(`${keyIdText(config.seed_key)}.`) ? 0 : 1
}
