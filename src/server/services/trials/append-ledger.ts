import { insertLedgerRecords } from '../../db/ledger'
import type { Transaction } from '../../db/transaction'
import { updateLedgerHead, type TrialRow } from '../../db/trials'
import type { Portal } from '../../portal'
import { ledgerLink, type LedgerLink } from '../../rct-alloc/ledger-chain'
import type { LedgerRecord } from '../../rct-alloc/ledger-records'
import { secretKeysOf } from '../participants/secret-keys'

type Unnumbered<R> = R extends LedgerRecord ? Omit<R, 'i'> : never

/** A record that has not got its number in the chain yet. */
export type NewLedgerRecord = Unnumbered<LedgerRecord>

type Chained = Pick<TrialRow, 'id' | 'trial_uuid' | 'seed_encrypted' | 'nonce_hex' | 'ledger_length' | 'ledger_head'>

/**
 * Appends records to a trial's ledger. The trial's row must be held by the transaction, and be as it stands there. A trial
 * that was never started has no ledger yet: nothing is written.
 */
export const appendLedger = async (
  transaction: Transaction,
  portal: Portal,
  trial: Chained,
  records: readonly NewLedgerRecord[],
): Promise<void> => {
  if (trial.ledger_head === null || records.length === 0) return
  const { saltKey } = secretKeysOf(portal, trial)
  let head = trial.ledger_head
  let i = trial.ledger_length
  const links: LedgerLink[] = []
  for (const record of records) {
    i += 1
    const link = ledgerLink(saltKey, head, { ...record, i })
    head = link.hash
    links.push(link)
  }
  await insertLedgerRecords(transaction, trial.id, links)
  await updateLedgerHead(transaction, trial.id, { ledger_length: i, ledger_head: head })
}
