import { sql } from 'kysely'
import type { Queries } from './transaction'

/** The sealed state for the next draws of a stratum. */
export type SealedDrawState = { stratum_key: string; sealed: Uint8Array }

/** The stored state of a stratum after a draw. `sealed` is null where an earlier version stored the state in clear. */
type StoredDrawState = { stratum_key: string; sealed: Uint8Array | null; state: object | null }

/** The states of a trial under these keys. The transaction must hold the lock of the trial's row. */
export const findDrawStates = async (
  transaction: Queries,
  trialId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array | null>> => {
  const rows = await transaction
    .selectFrom('stratum_states')
    .select(['stratum_key', 'sealed'])
    .where('trial_id', '=', trialId)
    .where('stratum_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map(({ stratum_key, sealed }) => [stratum_key, sealed]))
}

/** Sealed states as a statement returns them in one JSON object, hexadecimal by key. */
export const statesByKey = (
  sealedByKey: Readonly<Record<string, string | null>> | null | undefined,
): ReadonlyMap<string, Uint8Array | null> =>
  new Map(
    Object.entries(sealedByKey ?? {}).map(([key, sealed]) => [
      key,
      sealed === null ? null : Buffer.from(sealed, 'hex'),
    ]),
  )

/** Stores the states for the next draws of a trial. The transaction must hold the lock of the trial's row. */
export const updateDrawStates = async (
  transaction: Queries,
  trialId: number,
  states: readonly SealedDrawState[],
): Promise<void> => {
  await sql`
    update stratum_states set sealed = new.sealed, state = null
    from jsonb_to_recordset(${JSON.stringify(states.map(storedRow))}::jsonb) as new (stratum_key text, sealed bytea)
    where trial_id = ${trialId} and stratum_states.stratum_key = new.stratum_key
  `.execute(transaction)
}

/** Stores states for the next draws of a trial, new ones among them. The transaction must hold the lock of the trial's row. */
export const storeDrawStates = async (
  transaction: Queries,
  trialId: number,
  states: readonly SealedDrawState[],
): Promise<void> => {
  await sql`
    insert into stratum_states (trial_id, stratum_key, sealed)
    select ${trialId}, stratum_key, sealed
    from jsonb_to_recordset(${JSON.stringify(states.map(storedRow))}::jsonb) as new (stratum_key text, sealed bytea)
    on conflict (trial_id, stratum_key) do update set sealed = excluded.sealed, state = null
  `.execute(transaction)
}

/** A sealed state as a row in JSON. */
export const storedRow = ({ stratum_key, sealed }: SealedDrawState) => ({
  stratum_key,
  sealed: `\\x${Buffer.from(sealed).toString('hex')}`,
})

/** Every state of a trial, by its key. The transaction must hold the lock of the trial's row. */
export const findStatesOfTrial = async (transaction: Queries, trialId: number): Promise<StoredDrawState[]> =>
  transaction
    .selectFrom('stratum_states')
    .select(['stratum_key', 'sealed', 'state'])
    .where('trial_id', '=', trialId)
    .orderBy('stratum_key')
    .execute()

/** The trials with a state that an earlier version stored in clear, by id. */
export const trialsWithClearStates = async (queries: Queries): Promise<number[]> => {
  const rows = await queries
    .selectFrom('stratum_states')
    .select('trial_id')
    .distinct()
    .where('sealed', 'is', null)
    .orderBy('trial_id')
    .execute()
  return rows.map(({ trial_id }) => trial_id)
}
