import type { LedgerLink } from '../rct-alloc/ledger-chain'
import type { Queries } from './transaction'

/** Appends links to a trial's ledger, under the lock of the trial. */
export const insertLedgerRecords = async (
  transaction: Queries,
  trialId: number,
  links: readonly LedgerLink[],
): Promise<void> => {
  const rows = links.map(({ i, rec, leaf, hash }) => ({
    trial_id: trialId,
    record_no: i,
    record: rec,
    leaf,
    head: hash,
  }))
  await transaction.insertInto('ledger_records').values(rows).execute()
}
