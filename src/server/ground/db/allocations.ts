import type { StudyPackEvent } from '#contract/study-packs'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { AuditEntry } from '../audit/audit-entry'
import type { Chain } from '../audit/head-mac'
import type { LedgerLink } from '../ledger/ledger-chain'
import { capCounts, capCountsOf, type CapCountRows, type CapQuery } from './cap-counts'
import { chainAfter, chained, emptyChain, newEntries } from './audit-log'
import { statesByKey, storedRow, type SealedDrawState } from './draw-states'
import type { ChangedRows, NewKey, StoredKey } from './idempotency-keys'
import { trialForUpdate, tryLockKeys } from './lock-order'
import type { NewMessage } from './messages'
import { packsToGive, type AllocatablePack, type PacksWanted } from './pack-allocation'
import type { Stock } from './pack-shortages'
import { PREPARED, PREPARED_THEN_COMMIT, PREPARED_WITH_NEXT } from './statement-marks'
import type { Queries } from './transaction'
import { trialPeople, type TrialPerson } from './trial-people'

/** The columns of a trial's row that a randomisation reads and changes. */
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

/**
 * Locks a trial's row until the transaction ends: the randomisations of the trial run one after another. Sent with the
 * next statement, which sees the trial as it is after the wait.
 */
export const lockForAllocation = async (transaction: Queries, trialId: number): Promise<void> => {
  await trialForUpdate(transaction, trialId)
    .modifyFront(PREPARED_WITH_NEXT)
    .select(['id', PLANNED_ONCE.as('planned_once')])
    .execute()
}

/**
 * Until the transaction ends, a prepared statement is planned once on its connection, and by indexes alone: a plan that reads a whole
 * table, good while that is small, would stay as it grows.
 */
const PLANNED_ONCE = sql`(set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true))`

/** The data that the requests of one batch need from the database. */
type AllocationQuery = {
  stratum_keys: readonly string[]
  comparable_ids: readonly string[]
  keys: readonly { user_id: number; key: string }[]
  /** How many ids are reserved for new participants. */
  limit: number
  /**
   * For a trial with packs: how many may be allocated of each stock, and the tie-break between those of the same
   * expiry.
   */
  packs: PacksWanted | null
  /** The people who may get a message: those with an account at `now`, at these sites; null for none. */
  people: { now: string; site_ids: readonly number[] } | null
  /** The caps that these requests may reach; null where there are none. */
  caps: CapQuery | null
}

/** A participant of the waiting list with the comparable id of a request. */
export type WaitingRow = { id: number; comparable_id: string }

type DrawFactsRow = {
  trial_state: TrialState | null
  states: Record<string, string | null> | null
  used_ids: string[] | null
  keys: { user_id: number; key: string; request_hash: string; status: number | null; rows: ChangedRows }[] | null
  keys_in_use: number[] | null
  reserved: number[] | null
  chain: Chain | null
  waiting: WaitingRow[] | null
  people: TrialPerson[] | null
  packs: AllocatablePack[] | null
  cap_counts: CapCountRows
}

/**
 * The facts for the requests of one batch, in one statement; `trial_state` is null where there is no such trial. Its
 * row must be locked before. Keys that no other transaction has locked are locked from then on.
 */
export const readForAllocation = async (transaction: Queries, trialId: number, query: AllocationQuery) => {
  const { rows } = await sql<DrawFactsRow>`
    select ${PREPARED}
      (select json_build_object('setup_version', setup_version, 'trial_status_id', trial_status_id,
          'sample_size', sample_size, 'num_sampled', num_sampled, 'last_sequence_no', last_sequence_no,
          'allocation_counter', allocation_counter, 'epoch', epoch, 'ledger_length', ledger_length,
          'ledger_head', ledger_head)
        from trials where id = ${trialId}) as trial_state,
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
      (select json_agg(nextval('participants_id_seq')) from generate_series(1, ${query.limit}::integer)) as reserved,
      (select json_build_object('length', length, 'head', head, 'head_mac', head_mac) from audit_chains where chain = ${trialId}) as chain,
      ${query.people === null ? sql`null` : trialPeople({ trial_id: trialId, ...query.people })} as people,
      ${query.packs === null ? sql`null` : packsToGive(trialId, query.packs)} as packs,
      ${query.caps === null ? sql`null` : capCounts(trialId, query.caps)} as cap_counts,
      (select json_agg(json_build_object('id', id, 'comparable_id', comparable_id)) from waiting_participants
        where trial_id = ${trialId} and comparable_id = any(${[...query.comparable_ids]}::text[])) as waiting
  `.execute(transaction)
  const [drawFacts] = rows
  return {
    trialState: drawFacts?.trial_state ?? null,
    /** Sealed; null for one that stands in the clear. */
    states: statesByKey(drawFacts?.states),
    used_ids: new Set(drawFacts?.used_ids ?? []),
    /** Those of the waiting list with the ids of the requests. */
    waiting: drawFacts?.waiting ?? [],
    keys: (drawFacts?.keys ?? []).map((key): StoredKey => ({
      ...key,
      request_hash: Buffer.from(key.request_hash, 'hex'),
    })),
    /** Those that another transaction uses at this moment. */
    keys_in_use: (drawFacts?.keys_in_use ?? []).flatMap((place) => query.keys[place - 1] ?? []),
    reserved: drawFacts?.reserved ?? [],
    chain: drawFacts?.chain ?? emptyChain(trialId),
    people: drawFacts?.people ?? [],
    packs: drawFacts?.packs ?? [],
    cap_counts: capCountsOf(drawFacts?.cap_counts),
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
  allocation_counter: number
  epoch: number
  arm: number
  groups: readonly { factorial_level: number; study_group_id: number; study_pack_id: number | null }[]
  options: readonly { trial_stratum_id: number; trial_stratum_option_id: number }[]
}

/** All changes by the requests of one batch at a trial. */
export type Allocations = {
  trial_id: number
  /** The new state of the trial's row. */
  trialState: TrialState
  participants: readonly NewParticipant[]
  /** The new states of strata, sealed. */
  states: readonly SealedDrawState[]
  links: readonly LedgerLink[]
  /** The former state of the trial's audit chain, and the entries that continue it. */
  chain: Chain
  audit: readonly AuditEntry[]
  keys: readonly NewKey[]
  messages: readonly NewMessage[]
  /** The rows of the waiting list whose participants are randomised now. */
  no_longer_waiting: readonly number[]
  /** The stocks that lacked a study group although they have packs, and when. */
  shortages: readonly (Stock & { noticed_at: string })[]
  /** The strata of an uploaded list that are found to have few places left. */
  list_notices: readonly { stratum_key: string; places_left: number; noticed_at: string }[]
}

/**
 * Stores a batch in one statement, under the lock of the trial: round trips under that lock limit how many participants
 * a busy trial can randomise. The same message commits the transaction. Returns false where another transaction has
 * used one of the keys meanwhile: then nothing is committed.
 */
export const saveAllocations = async (transaction: Queries, batch: Allocations): Promise<boolean> => {
  const { trial_id, trialState, participants } = batch
  const entries = chained(trial_id, batch.chain, batch.audit)
  const after = chainAfter(transaction, batch.chain, entries)
  const logs = packLogsOf(participants)
  const { shortages, list_notices, no_longer_waiting } = batch
  const saving = sql`
    with ${PREPARED_THEN_COMMIT}
    new_participants as (
      insert into participants (
        id, trial_id, trial_sequence_no, created_at, created_by, site_id,
        participant_id, comparable_id, allocation_counter, epoch, arm
      )
      select id, ${trial_id}, trial_sequence_no, created_at, created_by, site_id,
        participant_id, comparable_id, allocation_counter, epoch, arm
      from jsonb_populate_recordset(null::participants, ${json(participants)}::jsonb)
    ),
    new_groups as (
      insert into participant_groups (participant_id, of_trial, factorial_level, study_group_id, study_pack_id)
      select participant_id, ${trial_id}, factorial_level, study_group_id, study_pack_id
      from jsonb_populate_recordset(null::participant_groups, ${json(groupsOf(participants))}::jsonb)
    ),
    new_answers as (
      insert into participant_strata (participant_id, of_trial, trial_stratum_id, trial_stratum_option_id)
      select participant_id, ${trial_id}, trial_stratum_id, trial_stratum_option_id
      from jsonb_populate_recordset(null::participant_strata, ${json(answersOf(participants))}::jsonb)
    ),
    new_states as (
      insert into stratum_states (trial_id, stratum_key, sealed)
      select trial_id, stratum_key, sealed
      from jsonb_populate_recordset(null::stratum_states, ${json(statesOf(batch))}::jsonb)
      on conflict (trial_id, stratum_key) do update set sealed = excluded.sealed, state = null
    ),
    new_records as (
      insert into ledger_records (trial_id, record_no, record, leaf, head)
      select trial_id, record_no, record, leaf, head
      from jsonb_populate_recordset(null::ledger_records, ${json(recordsOf(batch))}::jsonb)
    ),
    new_chain as (
      insert into audit_chains (chain, length, head, head_mac)
      values (${trial_id}, ${after.length}, ${after.head}, ${after.head_mac})
      on conflict (chain) do update
        set length = excluded.length, head = excluded.head, head_mac = excluded.head_mac
    ),
    ${newEntries(entries)},
    new_standing as (
      update trials set
        num_sampled = ${trialState.num_sampled},
        last_sequence_no = ${trialState.last_sequence_no},
        allocation_counter = ${trialState.allocation_counter},
        ledger_length = ${trialState.ledger_length},
        ledger_head = ${trialState.ledger_head}
      where id = ${trial_id}
    ),
    new_keys as (
      insert into idempotency_keys (user_id, key, request_hash, status, rows, created_at)
      select user_id, key, decode(hash, 'hex'), status, rows, created_at
      from jsonb_to_recordset(${json(keysOf(batch))}::jsonb)
        as key (user_id bigint, key text, hash text, status integer, rows jsonb, created_at timestamptz)
    )
    ${logs.length === 0 ? sql`` : packUpdates(trial_id, logs)}
    ${no_longer_waiting.length === 0 ? sql`` : waitingDeleted(trial_id, no_longer_waiting)}
    ${shortages.length === 0 ? sql`` : newShortages(trial_id, shortages)}
    ${list_notices.length === 0 ? sql`` : newListNotices(trial_id, list_notices)}
    ${batch.messages.length === 0 ? sql`` : newMessages(batch.messages)}
    select
  `
  try {
    await saving.execute(transaction)
    return true
  } catch (error) {
    if (isKeyTaken(error)) return false
    throw error
  }
}

const isKeyTaken = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'idempotency_keys_pkey'

/** The allocated packs, and the logs of their allocation. */
const packUpdates = (trialId: number, logs: ReturnType<typeof packLogsOf>) => sql`,
    allocated_packs as (
      update study_packs set study_pack_status_id = ${ALLOCATED}
      where trial_id = ${trialId} and id = any(${logs.map(({ study_pack_id }) => study_pack_id)}::bigint[])
    ),
    new_pack_logs as (
      insert into study_pack_logs (study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment)
      select study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment
      from jsonb_populate_recordset(null::study_pack_logs, ${json(logs)}::jsonb)
    )`

const waitingDeleted = (trialId: number, ids: readonly number[]) => sql`,
    deleted_waiting as (
      delete from waiting_participants where trial_id = ${trialId} and id = any(${[...ids]}::bigint[])
    )`

/** People who know which packs are active now know that these lack a study group. */
const newShortages = (trialId: number, shortages: readonly object[]) => sql`,
    new_shortages as (
      insert into pack_shortages (trial_id, site_id, noticed_at)
      select ${trialId}, site_id, noticed_at
      from jsonb_populate_recordset(null::pack_shortages, ${json(shortages)}::jsonb)
      on conflict do nothing
    )`

const newListNotices = (trialId: number, notices: readonly object[]) => sql`,
    new_list_notices as (
      insert into allocation_list_notices (trial_id, stratum_key, places_left, noticed_at)
      select ${trialId}, stratum_key, places_left, noticed_at
      from jsonb_populate_recordset(null::allocation_list_notices, ${json(notices)}::jsonb)
    )`

const newMessages = (messages: readonly NewMessage[]) => sql`,
    new_messages as (
      insert into messages (
        trial_id, site_id, user_id, recipient_name, recipient_address, facts, queued_at, next_attempt_at
      )
      select trial_id, site_id, user_id, recipient_name, recipient_address, facts, queued_at, queued_at
      from jsonb_populate_recordset(null::messages, ${json(messages)}::jsonb)
    )`

const json = (rows: readonly object[]): string => JSON.stringify(rows)

const groupsOf = (participants: readonly NewParticipant[]) =>
  participants.flatMap(({ id, groups }) => groups.map((group) => ({ participant_id: id, ...group })))

const packLogsOf = (participants: readonly NewParticipant[]) =>
  participants.flatMap(({ groups, created_at, created_by, trial_sequence_no }) =>
    groups.flatMap(({ study_pack_id }) =>
      study_pack_id === null
        ? []
        : {
            study_pack_id,
            created_at,
            actioned_by: created_by,
            action: 'allocate' satisfies StudyPackEvent,
            study_pack_status_id: ALLOCATED,
            comment: `Allocated to participant ${trial_sequence_no}`,
          },
    ),
  )

const answersOf = (participants: readonly NewParticipant[]) =>
  participants.flatMap(({ id, options }) => options.map((option) => ({ participant_id: id, ...option })))

const statesOf = ({ trial_id, states }: Allocations) => states.map((state) => ({ trial_id, ...storedRow(state) }))

const recordsOf = ({ trial_id, links }: Allocations) =>
  links.map(({ i, rec, leaf, hash }) => ({ trial_id, record_no: i, record: rec, leaf, head: hash }))

const keysOf = ({ keys }: Allocations) =>
  keys.map(({ request_hash, ...key }) => ({ ...key, hash: Buffer.from(request_hash).toString('hex') }))

const ALLOCATED = studyPackStatusId('allocated')
