import { sql } from 'kysely'
import type { Queries } from '../../src/server/ground/db/transaction'

/**
 * Inserts this many participants of a trial with one factor straight in the database, since randomising them one by one
 * would take minutes. They are spread over its sites, groups and options, and over `days` days until `until`. They only
 * have the rows that figures and lists need: no ledger, no audit, no state of the draw.
 */
export const giveParticipants = async (
  queries: Queries,
  trialId: number,
  { count, days, until }: { count: number; days: number; until: string },
): Promise<void> => {
  await sql`
    with places as (
      select array(select id from sites where trial_id = ${trialId} order by id) as sites,
        (select min(id) from users) as by
    )
    insert into participants (trial_id, trial_sequence_no, created_at, created_by, site_id, participant_id, comparable_id,
      allocation_counter, arm)
    select ${trialId}, n, ${until}::timestamptz - (${days}::float8 * (${count}::int - n) / ${count}::int) * interval '1 day', by,
      -- The first sites recruit most, as they do.
      sites[1 + floor(cardinality(sites) * power((n * 7919 % 1000) / 1000.0, 2))::int],
      'P-' || n, 'p-' || n, n, 0
    from places, generate_series(1, ${count}::int) as n`.execute(queries)
  await sql`
    with groups as (select array(select id from study_groups where trial_id = ${trialId} order by id) as ids)
    insert into participant_groups (participant_id, of_trial, factorial_level, study_group_id)
    select id, trial_id, 1, ids[1 + trial_sequence_no % cardinality(ids)] from participants, groups
    where trial_id = ${trialId}`.execute(queries)
  await sql`
    insert into participant_strata (participant_id, of_trial, trial_stratum_id, trial_stratum_option_id)
    select participants.id, participants.trial_id, stratum_id, ids[1 + (trial_sequence_no * 31 + stratum_id) % cardinality(ids)]
    from participants cross join lateral (
      select trial_strata.id as stratum_id, array_agg(option.id order by option.id) as ids
      from trial_strata join trial_stratum_options as option on option.trial_stratum_id = trial_strata.id
      where trial_strata.trial_id = ${trialId} group by trial_strata.id
    ) as strata
    where participants.trial_id = ${trialId}`.execute(queries)
  await sql`update trials set num_sampled = ${count} where id = ${trialId}`.execute(queries)
}
