import type { LedgerName } from '../ledger/ledger-names'
import type { Queries } from './transaction'

/** A name with the number of the record that has its hash. */
export type RecordedName = LedgerName & { readonly record_no: number }

/** Stores the names behind a record, in the order in which it has their hashes, under the lock of the trial. */
export const insertLedgerNames = async (
  transaction: Queries,
  at: { readonly trial_id: number; readonly record_no: number },
  names: readonly LedgerName[],
): Promise<void> => {
  const rows = names.map(({ id, ...name }, place) => ({ ...at, place, ...name, named_id: id }))
  await transaction.insertInto('ledger_names').values(rows).execute()
}

/** The names behind the records of a trial after record `after`, in the order of the records and of the hashes in each. */
export const findLedgerNames = async (queries: Queries, trialId: number, after = 0): Promise<RecordedName[]> =>
  queries
    .selectFrom('ledger_names')
    .select(['record_no', 'kind', 'named_id as id', 'name', 'label'])
    .where('trial_id', '=', trialId)
    .where('record_no', '>', after)
    .orderBy('record_no')
    .orderBy('place')
    .execute()
