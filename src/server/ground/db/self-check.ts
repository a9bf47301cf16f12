import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries } from './transaction'

/** Every trial that was ever started, in order of id. */
export const trialsWithLedger = async (queries: Queries): Promise<number[]> => {
  const rows = await queries
    .selectFrom('trials')
    .select('id')
    .where('ledger_head', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A participant as drawn at this counter. */
export type DrawnRow = Awaited<ReturnType<typeof findDrawn>>[number]

/** The participants drawn after counter `after` up to counter `upTo`, in order. */
export const findDrawn = async (queries: Queries, trialId: number, { after, upTo }: { after: number; upTo: number }) =>
  queries
    .selectFrom('participants')
    .select((row) => [
      'allocation_counter as counter',
      'trial_sequence_no',
      'created_at as at',
      'epoch',
      'site_id as site',
      'arm',
      jsonArrayFrom(
        row
          .selectFrom('participant_strata')
          .select(['trial_stratum_id as stratum', 'trial_stratum_option_id as option'])
          .where('participant_strata.of_trial', '=', trialId)
          .whereRef('participant_strata.participant_id', '=', 'participants.id')
          .orderBy('trial_stratum_id'),
      ).as('options'),
      jsonArrayFrom(
        row
          .selectFrom('participant_groups')
          .select('study_group_id')
          .where('participant_groups.of_trial', '=', trialId)
          .whereRef('participant_groups.participant_id', '=', 'participants.id')
          .orderBy('factorial_level'),
      ).as('groups'),
    ])
    .where('trial_id', '=', trialId)
    .where('allocation_counter', '>', after)
    .where('allocation_counter', '<=', upTo)
    .orderBy('allocation_counter')
    .execute()

/** The stored state of a trial that its ledger must reproduce. */
export type StoredTrialState = {
  setup_version: number
  ledger_length: number
  ledger_head: string | null
  epoch: number
  allocation_counter: number
  last_sequence_no: number
  num_sampled: number
  /** Sealed, in hexadecimal; null for a state in clear. */
  states: Record<string, string | null> | null
  participants: number
  /** How often it was re-opened. */
  reopenings: number
  /** Allocation counters, in order. */
  flagged: number[] | null
  counted_out: number[] | null
  /** The records after the requested one. */
  records: { i: number; rec: string; leaf: string; hash: string }[] | null
}

/**
 * The stored state of a trial with the records after record `after`: in one statement, so that a busy trial is read as of one
 * moment.
 */
export const findStoredState = async (queries: Queries, trialId: number, after: number): Promise<StoredTrialState> => {
  const { rows } = await sql<StoredTrialState>`
    select setup_version, ledger_length, ledger_head, epoch, allocation_counter, last_sequence_no, num_sampled,
      (select json_object_agg(stratum_key, encode(sealed, 'hex')) from stratum_states where trial_id = ${trialId}) as states,
      (select count(*) from participants where trial_id = ${trialId}) as participants,
      (select count(*) from trial_reopenings where trial_id = ${trialId}) as reopenings,
      (select json_agg(allocation_counter order by allocation_counter)
        from participants where trial_id = ${trialId} and is_flagged) as flagged,
      (select json_agg(allocation_counter order by allocation_counter)
        from participants where trial_id = ${trialId} and is_counted_out) as counted_out,
      (select json_agg(json_build_object('i', record_no, 'rec', record, 'leaf', leaf, 'hash', head) order by record_no)
        from ledger_records where trial_id = ${trialId} and record_no > ${after}) as records
    from trials where id = ${trialId}
  `.execute(queries)
  const [storedState] = rows
  if (!storedState) throw new Error(`trial ${trialId} vanished`)
  return storedState
}
