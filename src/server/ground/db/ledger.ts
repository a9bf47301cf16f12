import type { LedgerLink } from '../ledger/ledger-chain'
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

/** The links of a trial's ledger after record `after` up to record `upTo`, in order. */
export const findLedgerRecords = async (
  queries: Queries,
  trialId: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<LedgerLink[]> =>
  queries
    .selectFrom('ledger_records')
    .select(['record_no as i', 'record as rec', 'leaf', 'head as hash'])
    .where('trial_id', '=', trialId)
    .where('record_no', '>', after)
    .where('record_no', '<=', upTo)
    .orderBy('record_no')
    .execute()

/** The records of flags that were set or lifted, up to record `upTo`, in order. */
export const findFlagRecords = async (queries: Queries, trialId: number, upTo: number): Promise<string[]> => {
  const rows = await queries
    .selectFrom('ledger_records')
    .select('record')
    .where('trial_id', '=', trialId)
    .where('record_no', '<=', upTo)
    // The keys of a record are sorted, so these two kinds end with their type.
    .where((row) => row.or([row('record', 'like', '%,"type":"flag"}'), row('record', 'like', '%,"type":"unflag"}')]))
    .orderBy('record_no')
    .execute()
  return rows.map(({ record }) => record)
}

/** Stores a trial's start nonce and increases its version, since other processes cache keys that were derived without it. */
export const storeStartNonce = async (transaction: Queries, trialId: number, nonceHex: string): Promise<void> => {
  await transaction
    .updateTable('trials')
    .set((trial) => ({ nonce_hex: nonceHex, setup_version: trial('setup_version', '+', 1) }))
    .where('id', '=', trialId)
    .execute()
}

/** Stores when a trial's seed was first revealed. */
export const storeReveal = async (transaction: Queries, trialId: number, at: string): Promise<void> => {
  await transaction.updateTable('trials').set({ seed_revealed_at: at }).where('id', '=', trialId).execute()
}

/** The trials whose ledger head differs from the last published one. */
export const trialsWithUnpublishedHead = async (queries: Queries): Promise<number[]> => {
  const rows = await queries
    .selectFrom('trials')
    .select('id')
    .where('ledger_head', 'is not', null)
    .where((trial) => trial('published_head', 'is distinct from', trial.ref('ledger_head')))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores the published head of a trial. */
export const storePublishedHead = async (transaction: Queries, trialId: number, head: string): Promise<void> => {
  await transaction.updateTable('trials').set({ published_head: head }).where('id', '=', trialId).execute()
}

/** Whether the ledger of any trial has, or had, this head. */
export const isInLedger = async (queries: Queries, head: string): Promise<boolean> => {
  const row = await queries.selectFrom('ledger_records').select('record_no').where('head', '=', head).executeTakeFirst()
  return row !== undefined
}
