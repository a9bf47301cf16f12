import { auditEntry, byService, type AuditEntry } from '../../../ground/audit/audit-entry'
import type { Config } from '../../../ground/settings'
import { findChain } from '../../../ground/db/audit-chains'
import type { OpenDatabase } from '../../../ground/db/open-database'
import type { Queries } from '../../../ground/db/transaction'
import { keyIdText } from '../../../ground/secrets/seed-keys'

/** The dependencies of sealing, at a start and on the server's console, without a signed-in person. */
export type Sealing = {
  config: Pick<Config, 'seed_key' | 'previous_seed_keys'>
  database: OpenDatabase
  now: () => string
  randomBytes: (length: number) => Uint8Array
}

/** The audit entry about sealed values, of a trial or of none: how many, and with which key. Never a value. */
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

/** The change in an entry that counts sealed values of a kind; empty for none. */
export const sealedCount = (field: string, many: number): AuditEntry['changes'] =>
  many === 0 ? [] : [{ field, old: null, new: many }]

/** 1 where the code of a chain's head uses another key than the present one: the entry about the sealing renews it. */
export const headsToReseal = async (transaction: Queries, { config }: Sealing, chain: number): Promise<number> => {
  const mac = (await findChain(transaction, chain))?.head_mac ?? null
  return mac === null || mac.startsWith(`${keyIdText(config.seed_key)}.`) ? 0 : 1
}
