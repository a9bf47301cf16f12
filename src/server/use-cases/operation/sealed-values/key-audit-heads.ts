import { accepted } from '#domain/outcome'
import type { Logger } from 'pino'
import { CHAIN_WITHOUT_TRIAL } from '../../../ground/audit/audit-entry'
import { checkChain } from '../../audit/check-chains'
import { headMac } from '../../../ground/audit/head-mac'
import { findChain, findStoredChains, hasKeyedHeads, updateHeadMac } from '../../../ground/db/audit-chains'
import { appendAudit } from '../../../ground/db/audit-log'
import { inLockOrder, lockChain } from '../../../ground/db/lock-order'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import { sealedCount, sealedEntry, type Sealing } from './sealing'

/**
 * Keys the heads of all audit chains, once, where an installation has none keyed. Each chain is checked first; a wrong one
 * stays without a code, so that every later check reports it. All in one transaction, so that a killed start changes nothing.
 */
export const keyAuditHeads = async (sealing: Sealing, log: Logger): Promise<void> => {
  const { queries } = sealing.database
  if (await hasKeyedHeads(queries)) return
  await inTransaction(sealing.database, async (transaction) => {
    const chains = inLockOrder(await findStoredChains(transaction))
    for (const chain of chains) await lockChain(transaction, chain)
    // Another process has done it.
    if (await hasKeyedHeads(transaction)) return accepted(null)
    let keyed = 0
    for (const chain of chains) if (await keyHead(transaction, sealing, chain, log)) keyed += 1
    if (keyed === 0) return accepted(null)
    log.warn({ keyed, chains: chains.length }, 'audit heads keyed for the first time')
    const changes = sealedCount('audit_heads', keyed)
    await appendAudit(transaction, sealedEntry(sealing, { trial_id: null, changes, reason: FIRST_KEYING }))
    return accepted(null)
  })
}

const FIRST_KEYING = 'Stored without a key by an earlier version'

/** Returns whether the chain had an entry, and so got a code. */
const keyHead = async (transaction: Transaction, { config }: Sealing, chain: number, log: Logger): Promise<boolean> => {
  const { first_wrong } = await checkChain(transaction, chain, { keys: null, isStopping: () => false })
  if (first_wrong !== null) {
    log.error({ chain, ...first_wrong }, 'an audit chain is wrong, and its head was not keyed')
    return false
  }
  const end = await findChain(transaction, chain)
  if (!end || (end.length === 0 && chain !== CHAIN_WITHOUT_TRIAL)) return false
  await updateHeadMac(transaction, chain, headMac(config.seed_key, chain, end))
  return end.length > 0
}
