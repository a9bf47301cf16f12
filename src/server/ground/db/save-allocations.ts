import type { StudyPackEvent } from '#contract/study-packs'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import type { AuditEntry } from '../audit/audit-entry'
import type { Chain } from '../audit/head-mac'
import type { LedgerLink } from '../ledger/ledger-chain'
import type { TrialState } from './allocations'
import { chainAfter, chained, newEntries } from './audit-log'
import { storedRow, type SealedDrawState } from './draw-states'
import type { NewKey } from './idempotency-keys'
import type { NewMessage } from './messages'
import type { Queries } from './transaction'

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

/** All that the requests of one batch at a trial changed. */
export type Allocations = {
  trial_id: number
  /** Where the trial's row stands now. */
  trialState: TrialState
  participants: readonly NewParticipant[]
  /** Where strata stand now, sealed. */
  states: readonly SealedDrawState[]
  links: readonly LedgerLink[]
  /** Where the trial's audit chain stood, and what continues it. */
  chain: Chain
  audit: readonly AuditEntry[]
  keys: readonly NewKey[]
  messages: readonly NewMessage[]
}

/**
 * Stores a batch in one statement, under the lock of the trial: round trips under that lock decide how many participants a
 * busy trial can take. Answers false where another transaction has taken one of the keys meanwhile; then nothing may be
 * committed.
 */
export const saveAllocations = async (transaction: Queries, batch: Allocations): Promise<boolean> => {
  const { trial_id, trialState, participants } = batch
  const entries = chained(trial_id, batch.chain, batch.audit)
  const after = chainAfter(transaction, batch.chain, entries)
  const logs = packLogsOf(participants)
  const { rows } = await sql<{ keys: number }>`
    with
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
      on conflict (user_id, key) do nothing
      returning key
    )
    ${logs.length === 0 ? sql`` : newPackLogs(logs)}
    ${batch.messages.length === 0 ? sql`` : newMessages(batch.messages)}
    select count(*) as keys from new_keys
  `.execute(transaction)
  return rows[0]?.keys === batch.keys.length
}

const newPackLogs = (logs: readonly object[]) => sql`,
    new_pack_logs as (
      insert into study_pack_logs (study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment)
      select study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment
      from jsonb_populate_recordset(null::study_pack_logs, ${json(logs)}::jsonb)
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

/** That packs were given to participants, as the packs' own pages tell it. */
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
            study_pack_status_id: studyPackStatusId('allocated'),
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
