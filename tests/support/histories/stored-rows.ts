import { sql } from 'kysely'
import type { Queries } from '../../../src/server/ground/db/transaction'
import { readPacks, type PackRows } from './stored-packs'

/** A participant as the tables of the simulated database store them. */
export type StoredParticipant = {
  id: number
  trial_sequence_no: number
  created_at: string
  site_id: number
  participant_id: string | null
  comparable_id: string | null
  allocation_counter: number
  epoch: number
  arm: number
  study_group_id: number
  study_pack_id: number | null
  is_flagged: boolean
  is_counted_out: boolean
}

type StoredFlag = {
  id: number
  participant_id: number
  created_at: string
  performed_at: string | null
  clock_uncertain: boolean
  flagged_by: number
  is_flagged: boolean
  comment: string
}

type StoredIdempotencyKey = {
  user_id: number
  key: string
  request_hash: Buffer
  status: number | null
  rows: Record<string, number[]>
}

/** The columns of the trial's row that the acts of a history change. */
type TrialState = {
  num_sampled: number
  last_sequence_no: number
  allocation_counter: number
  ledger_length: number
  ledger_head: string | null
}

type AuditChain = { length: number; head: string; head_mac: string | null }
type LedgerRow = { record_no: number; record: string; leaf: string; head: string }

/** All rows that the acts of a history change. Each write makes new rows and leaves these unchanged. */
export type StoredRows = PackRows & {
  trialState: TrialState
  chain: AuditChain
  participants: ReadonlyMap<number, StoredParticipant>
  flags: ReadonlyMap<number, StoredFlag>
  drawStates: ReadonlyMap<string, string>
  ledger: ReadonlyMap<number, LedgerRow>
  audit: ReadonlyMap<number, string>
  keys: ReadonlyMap<string, StoredIdempotencyKey>
}

export const nameOfKey = (userId: number, key: string): string => `${userId} ${key}`

export const withRows = <Key, Row>(
  before: ReadonlyMap<Key, Row>,
  added: readonly (readonly [Key, Row])[],
): ReadonlyMap<Key, Row> => new Map([...before, ...added])

/** The rows of a trial in a real database, with which each history begins. */
export const readRows = async (queries: Queries, trialId: number): Promise<StoredRows> => {
  const trialState = await queries
    .selectFrom('trials')
    .select(['num_sampled', 'last_sequence_no', 'allocation_counter', 'ledger_length', 'ledger_head'])
    .where('id', '=', trialId)
    .executeTakeFirstOrThrow()
  const chain = await queries
    .selectFrom('audit_chains')
    .select(['length', 'head', 'head_mac'])
    .where('chain', '=', trialId)
    .executeTakeFirstOrThrow()
  const participants = await queries
    .selectFrom('participants')
    .innerJoin('participant_groups', 'participant_groups.participant_id', 'participants.id')
    .select([
      'participants.id',
      'trial_sequence_no',
      'created_at',
      'site_id',
      'participants.participant_id',
      'comparable_id',
      'allocation_counter',
      'epoch',
      'arm',
      'participant_groups.study_group_id',
      'participant_groups.study_pack_id',
      'is_flagged',
      'is_counted_out',
    ])
    .where('trial_id', '=', trialId)
    .orderBy('participants.id')
    .execute()
  const states = await sql<{ stratum_key: string; sealed: string }>`
    select stratum_key, encode(sealed, 'hex') as sealed from stratum_states where trial_id = ${trialId}
  `.execute(queries)
  const ledger = await queries
    .selectFrom('ledger_records')
    .select(['record_no', 'record', 'leaf', 'head'])
    .where('trial_id', '=', trialId)
    .orderBy('record_no')
    .execute()
  const audit = await queries
    .selectFrom('audit_log')
    .select(['position', 'description'])
    .where('chain', '=', trialId)
    .execute()
  return {
    trialState,
    chain,
    participants: new Map(participants.map((one) => [one.id, one])),
    flags: new Map(),
    drawStates: new Map(states.rows.map((one) => [one.stratum_key, one.sealed])),
    ledger: new Map(ledger.map((one) => [one.record_no, one])),
    audit: new Map(audit.map((one) => [one.position, one.description])),
    keys: new Map(),
    ...(await readPacks(queries, trialId)),
  }
}
