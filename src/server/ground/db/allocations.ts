import { sql } from 'kysely'
import type { Chain } from '../audit/head-mac'
import { emptyChain } from './audit-log'
import type { StoredKey, ChangedRows } from './idempotency-keys'
import { trialForUpdate, tryLockKeys } from './lock-order'
import { statesByKey } from './draw-states'
import type { Queries } from './transaction'
import { trialPeople, type TrialPerson } from './trial-people'

/** What a randomisation reads and moves of its trial's row. */
export type TrialState = {
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

/** Locks a trial's row until the transaction ends: every randomisation of the trial passes here, one after another. */
export const lockTrialState = async (transaction: Queries, trialId: number): Promise<TrialState | undefined> =>
  trialForUpdate(transaction, trialId)
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
    .executeTakeFirst()

type AllocationQuery = {
  stratum_keys: readonly string[]
  comparable_ids: readonly string[]
  keys: readonly { user_id: number; key: string }[]
  /** How many participants may come of it: as many ids are reserved. */
  most: number
  /** Whether anybody may have to be told of it: of the people with an account at `now`, those at these sites. */
  people: { now: string; site_ids: readonly number[] } | null
}

type DrawFactsRow = {
  states: Record<string, string | null> | null
  used_ids: string[] | null
  keys: { user_id: number; key: string; request_hash: string; status: number | null; rows: ChangedRows }[] | null
  keys_in_use: number[] | null
  reserved: number[] | null
  chain: Chain | null
  people: TrialPerson[] | null
}

/**
 * What the requests of one batch need to know, in one statement. The trial's row must be held before. Of the keys those that no
 * other transaction holds are held from then on.
 */
export const readForAllocation = async (transaction: Queries, trialId: number, query: AllocationQuery) => {
  const { rows } = await sql<DrawFactsRow>`
    select
      (select json_object_agg(stratum_key, encode(sealed, 'hex')) from stratum_states
        where trial_id = ${trialId} and stratum_key = any(${[...query.stratum_keys]}::text[])) as states,
      (select json_agg(distinct comparable_id) from participants
        where trial_id = ${trialId} and comparable_id = any(${[...query.comparable_ids]}::text[])) as used_ids,
      (select json_agg(json_build_object('user_id', user_id, 'key', key, 'status', status, 'rows', rows,
          'request_hash', encode(request_hash, 'hex')))
        from idempotency_keys join unnest(
          ${query.keys.map(({ user_id }) => user_id)}::bigint[], ${query.keys.map(({ key }) => key)}::text[]
        ) as asked (user_id, key) using (user_id, key)) as keys,
      ${tryLockKeys(query.keys)} as keys_in_use,
      (select json_agg(nextval('participants_id_seq')) from generate_series(1, ${query.most}::integer)) as reserved,
      (select json_build_object('length', length, 'head', head, 'head_mac', head_mac) from audit_chains where chain = ${trialId}) as chain,
      ${query.people === null ? sql`null` : trialPeople({ trial_id: trialId, ...query.people })} as people
  `.execute(transaction)
  const [drawFacts] = rows
  return {
    /** Sealed; null for one that stands in the clear. */
    states: statesByKey(drawFacts?.states),
    used_ids: new Set(drawFacts?.used_ids ?? []),
    keys: (drawFacts?.keys ?? []).map((key): StoredKey => ({
      ...key,
      request_hash: Buffer.from(key.request_hash, 'hex'),
    })),
    /** Those that somebody else is using at this moment. */
    keys_in_use: (drawFacts?.keys_in_use ?? []).flatMap((place) => query.keys[place - 1] ?? []),
    reserved: drawFacts?.reserved ?? [],
    chain: drawFacts?.chain ?? emptyChain(trialId),
    people: drawFacts?.people ?? [],
  }
}

/** What a batch needs to know to draw. */
export type DrawFacts = Awaited<ReturnType<typeof readForAllocation>>
