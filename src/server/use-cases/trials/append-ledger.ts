import { insertLedgerRecords } from '../../ground/db/ledger'
import { insertLedgerNames } from '../../ground/db/ledger-names'
import type { Transaction } from '../../ground/db/transaction'
import { updateLedgerHead, type TrialRow } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import { ledgerLink, type LedgerLink } from '../../ground/ledger/ledger-chain'
import { namesRecord, type LedgerName } from '../../ground/ledger/ledger-names'
import type { LedgerRecord, NamesRecord } from '../../ground/ledger/ledger-records'
import { secretKeysOf } from './secret-keys'

type Unnumbered<R> = R extends LedgerRecord ? Omit<R, 'i'> : never

/** A record without its number in the chain, from which the salts of names are made: it still has the names. */
export type NewLedgerRecord = Unnumbered<Exclude<LedgerRecord, NamesRecord>> | NewNames

type NewNames = Pick<NamesRecord, 'type' | 'at'> & { readonly names: readonly LedgerName[] }

type LedgerEnd = Pick<TrialRow, 'ledger_length' | 'ledger_head'>
type Chained = Pick<TrialRow, 'id' | 'trial_uuid' | 'seed_encrypted' | 'nonce_hex'> & LedgerEnd

/**
 * Appends records to a trial's ledger. The transaction must have locked the trial's row, and the trial must be as
 * stored there. A trial that was never started has no ledger yet: nothing is written. Returns the new end of the
 * ledger.
 */
export const appendLedger = async (
  transaction: Transaction,
  context: ServerContext,
  trial: Chained,
  records: readonly NewLedgerRecord[],
): Promise<LedgerEnd> => {
  const { ledger_length, ledger_head } = trial
  if (ledger_head === null || records.length === 0) return { ledger_length, ledger_head }
  const { saltKey, nameKey } = secretKeysOf(context, trial)
  let head = ledger_head
  let i = ledger_length
  const links: LedgerLink[] = []
  const named: { record_no: number; names: readonly LedgerName[] }[] = []
  for (const record of records) {
    i += 1
    if (record.type === 'names') named.push({ record_no: i, names: record.names })
    const numbered =
      record.type === 'names' ? namesRecord(nameKey, { i, at: record.at }, record.names) : { ...record, i }
    const link = ledgerLink(saltKey, head, numbered)
    head = link.hash
    links.push(link)
  }
  await insertLedgerRecords(transaction, trial.id, links)
  for (const { record_no, names } of named)
    await insertLedgerNames(transaction, { trial_id: trial.id, record_no }, names)
  const end = { ledger_length: i, ledger_head: head }
  await updateLedgerHead(transaction, trial.id, end)
  return end
}
