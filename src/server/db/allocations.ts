import { sql } from 'kysely'
import type { ChangedRows } from '../http/call'
import type { StoredKey } from './idempotency-keys'
import type { Queries } from './transaction'

/** What a randomisation reads and moves of its trial's row. */
export type TrialStanding = {
  setup_version: number
  trial_status_id: number
  sample_size: number
  num_sampled: number
  last_sequence_no: number
  allocation_counter: number
  epoch: number
  ledger_length: number
  ledger_head: string | null
}

/** Takes a trial's row until the transaction ends: every randomisation of the trial passes here, one after another. */
export const lockStanding = async (transaction: Queries, trialId: number): Promise<TrialStanding | undefined> =>
  transaction
    .selectFrom('trials')
    .select([
      'setup_version',
      'trial_status_id',
      'sample_size',
      'num_sampled',
      'last_sequence_no',
      'allocation_counter',
      'epoch',
      'ledger_length',
      'ledger_head',
    ])
    .where('id', '=', trialId)
    .forUpdate()
    .executeTakeFirst()

type Asked = {
  stratum_keys: readonly string[]
  comparable_ids: readonly string[]
  keys: readonly { user_id: number; key: string }[]
  /** How many participants may come of it: as many ids are reserved. */
  most: number
}

type Known = {
  states: Record<string, unknown> | null
  used_ids: string[] | null
  keys: { user_id: number; key: string; request_hash: string; status: number | null; rows: ChangedRows }[] | null
  reserved: number[] | null
}

/** What the requests of one turn need to know, in one statement. The trial's row must be held before. */
export const readForAllocation = async (transaction: Queries, trialId: number, asked: Asked) => {
  const { rows } = await sql<Known>`
    select
      (select json_object_agg(stratum_key, state) from stratum_states
        where trial_id = ${trialId} and stratum_key = any(${[...asked.stratum_keys]}::text[])) as states,
      (select json_agg(distinct comparable_id) from participants
        where trial_id = ${trialId} and comparable_id = any(${[...asked.comparable_ids]}::text[])) as used_ids,
      (select json_agg(json_build_object('user_id', user_id, 'key', key, 'status', status, 'rows', rows,
          'request_hash', encode(request_hash, 'hex')))
        from idempotency_keys join unnest(
          ${asked.keys.map(({ user_id }) => user_id)}::bigint[], ${asked.keys.map(({ key }) => key)}::text[]
        ) as asked (user_id, key) using (user_id, key)) as keys,
      (select json_agg(nextval('participants_id_seq')) from generate_series(1, ${asked.most}::integer)) as reserved
  `.execute(transaction)
  const [known] = rows
  return {
    states: new Map(Object.entries(known?.states ?? {})),
    used_ids: new Set(known?.used_ids ?? []),
    keys: (known?.keys ?? []).map((key): StoredKey => ({ ...key, request_hash: Buffer.from(key.request_hash, 'hex') })),
    reserved: known?.reserved ?? [],
  }
}

export type NewParticipant = {
  id: number
  trial_sequence_no: number
  created_at: string
  created_by: number
  site_id: number
  participant_id: string | null
  comparable_id: string | null
  study_group_id: number
  study_pack_id: number | null
  options: readonly { trial_stratum_id: number; trial_stratum_option_id: number }[]
}

/** Stores participants with their stratum answers. */
export const insertParticipants = async (
  transaction: Queries,
  trialId: number,
  participants: readonly NewParticipant[],
): Promise<void> => {
  const rows = participants.map(({ options: _options, ...row }) => ({ ...row, trial_id: trialId }))
  await transaction.insertInto('participants').values(rows).execute()
  const answers = participants.flatMap(({ id, options }) =>
    options.map(({ trial_stratum_id, trial_stratum_option_id }) => ({
      participant_id: id,
      trial_stratum_id,
      trial_stratum_option_id,
    })),
  )
  if (answers.length > 0) await transaction.insertInto('participant_strata').values(answers).execute()
}

/** Stores where strata stand after the draws. */
export const saveStratumStates = async (
  transaction: Queries,
  trialId: number,
  states: ReadonlyMap<string, object>,
): Promise<void> => {
  if (states.size === 0) return
  const rows = [...states].map(([stratum_key, state]) => ({
    trial_id: trialId,
    stratum_key,
    state: JSON.stringify(state),
  }))
  await transaction
    .insertInto('stratum_states')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['trial_id', 'stratum_key']).doUpdateSet((row) => ({ state: row.ref('excluded.state') })),
    )
    .execute()
}

/** Moves the trial's row to where the draws left it. */
export const saveStanding = async (
  transaction: Queries,
  trialId: number,
  standing: Omit<TrialStanding, 'setup_version' | 'trial_status_id' | 'sample_size'>,
): Promise<void> => {
  const { num_sampled, last_sequence_no, allocation_counter, epoch, ledger_length, ledger_head } = standing
  await transaction
    .updateTable('trials')
    .set({ num_sampled, last_sequence_no, allocation_counter, epoch, ledger_length, ledger_head })
    .where('id', '=', trialId)
    .execute()
}
