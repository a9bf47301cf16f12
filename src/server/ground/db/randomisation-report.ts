import type { Found, ReportFigures } from '#domain/documents/report-figures'
import { sql, type RawBuilder } from 'kysely'
import { printedQuery } from './printed-query'
import type { Queries } from './transaction'

/* What a randomisation report counts. Each query is printed in the report as it was asked, so that its figures can be found again. */

/** The rows of a query, and its text. */
const found = async <Row>(queries: Queries, query: RawBuilder<Row>): Promise<Found<Row>> => {
  const { rows } = await query.execute(queries)
  return { rows, query: printedQuery(query.compile(queries)) }
}

type RowOf<Name extends keyof ReportFigures> = ReportFigures[Name]['rows'][number]

/** Records of the ledger that have a design, begin an epoch or carry its counts, in order: their texts. */
type DesignText = { record_no: number; record: string }

/** Everything that a report counts of a trial besides its designs, which `designs` has as the texts of the ledger. */
type CountedTrial = Omit<ReportFigures, 'designs'> & { designs: Found<DesignText> }

/** Reads what a report counts, in the snapshot of its caller. */
export const countRandomisation = async (queries: Queries, trialId: number): Promise<CountedTrial> => ({
  trial: await found(queries, stateOf(trialId)),
  statuses: await found(queries, statusesOf(trialId)),
  designs: await found(queries, designsOf(trialId)),
  epochs: await found(queries, epochsOf(trialId)),
  drawn: await found(queries, drawnOf(trialId)),
  sites: await found(queries, sitesOf(trialId)),
  flags: await found(queries, flagsOf(trialId)),
  errors: await found(queries, errorsOf(trialId)),
  wrong_strata: await found(queries, wrongStrataOf(trialId)),
  unblindings: await found(queries, unblindingsOf(trialId)),
  renamed: await found(queries, renamedOf(trialId)),
})

const stateOf = (trialId: number) => sql<RowOf<'trial'>>`
  select allocation_counter, num_sampled, exclude_flagged_participants, ledger_length, ledger_head, commitment, nonce_hex,
    seed_revealed_at
  from trials
  where id = ${trialId}`

const statusesOf = (trialId: number) => sql<RowOf<'statuses'>>`
  select audit_log.created_at as at, audit_log.description as change, audit_log.reason,
    coalesce((
      select former.name
      from user_names as former
      where former.user_id = users.id and former.ended_at >= audit_log.created_at
      order by former.id limit 1
    ), users.name) as by
  from audit_log
  left join users on users.id = audit_log.user_id
  where audit_log.chain = ${trialId} and audit_log.trial_id = ${trialId}
    and audit_log.kind in ('trial_status_changed', 'reopening_requested', 'trial_reopened')
  order by audit_log.id`

const designsOf = (trialId: number) => sql<DesignText>`
  select record_no, record
  from ledger_records
  where trial_id = ${trialId}
    and (record like '%,"type":"settings"}' or record like '%,"type":"epoch"}' or record like '%,"type":"carried"}')
  order by record_no`

const epochsOf = (trialId: number) => sql<RowOf<'epochs'>>`
  select epoch, count(*) as participants, min(created_at) as first_at, max(created_at) as last_at
  from participants
  where trial_id = ${trialId}
  group by epoch
  order by epoch`

const drawnOf = (trialId: number) => sql<RowOf<'drawn'>>`
  select epoch, group_ids::json as group_ids, option_ids::json as option_ids, count(*) as participants
  from (
    select participants.epoch,
      json_agg(participant_groups.study_group_id order by participant_groups.factorial_level)::text as group_ids,
      (
        select coalesce(json_agg(used.trial_stratum_option_id order by used.trial_stratum_id), '[]')
        from participant_strata as used
        where used.participant_id = participants.id and used.of_trial = ${trialId}
      )::text as option_ids
    from participants
    join participant_groups
      on participant_groups.participant_id = participants.id and participant_groups.of_trial = participants.trial_id
    where participants.trial_id = ${trialId}
    group by participants.trial_id, participants.id
  ) as drawn
  group by epoch, drawn.group_ids, drawn.option_ids
  order by epoch, drawn.group_ids, drawn.option_ids`

const sitesOf = (trialId: number) => sql<RowOf<'sites'>>`
  select sites.title, sites.is_deleted as is_closed, sites.opened_at, count(participants.id) as participants,
    min(participants.created_at) as first_at, max(participants.created_at) as last_at
  from sites
  left join participants on participants.site_id = sites.id and participants.trial_id = sites.trial_id
  where sites.trial_id = ${trialId}
  group by sites.id
  order by sites.id`

const flagsOf = (trialId: number) => sql<RowOf<'flags'>>`
  select count(*) filter (where is_flagged) as flagged,
    count(*) filter (where exists (
      select from participant_flags where participant_id = participants.id and participant_flags.is_flagged
    )) as ever_flagged,
    count(*) filter (where is_counted_out) as counted_out
  from participants
  where trial_id = ${trialId}`

const errorsOf = (trialId: number) => sql<RowOf<'errors'>>`
  select participants.trial_sequence_no as number, sites.title as site, error.created_at as at, error.kind,
    error.comment, error.as_used, error.corrected
  from randomisation_errors as error
  join participants on participants.id = error.participant_id
  join sites on sites.id = participants.site_id
  where participants.trial_id = ${trialId}
  order by error.id`

const wrongStrataOf = (trialId: number) => sql<RowOf<'wrong_strata'>>`
  select trial_strata.name as stratum, used.name as used, corrected.name as corrected, count(*) as participants
  from (
    select distinct on (error.participant_id, at.trial_stratum_id)
      at.trial_stratum_id, drawn.trial_stratum_option_id as used_id, at.corrected_option_id as corrected_id
    from participants
    join randomisation_errors as error on error.participant_id = participants.id
    join randomisation_error_strata as at on at.randomisation_error_id = error.id
    join participant_strata as drawn
      on drawn.participant_id = error.participant_id and drawn.of_trial = participants.trial_id
      and drawn.trial_stratum_id = at.trial_stratum_id
    where participants.trial_id = ${trialId}
    order by error.participant_id, at.trial_stratum_id, error.id desc
  ) as last
  join trial_strata on trial_strata.id = last.trial_stratum_id
  join trial_stratum_options as used on used.id = last.used_id
  join trial_stratum_options as corrected on corrected.id = last.corrected_id
  where last.used_id <> last.corrected_id
  group by trial_strata.id, used.id, corrected.id
  order by trial_strata.id, used.id, corrected.id`

const unblindingsOf = (trialId: number) => sql<RowOf<'unblindings'>>`
  select participants.trial_sequence_no as number, sites.title as site, act.created_at as at, act.is_inadvertent,
    act.comment as reason
  from (
    select id, participant_id, created_at, comment, false as is_inadvertent from participant_unblindings
    union all
    select id, participant_id, created_at, comment, true as is_inadvertent from inadvertent_unblindings
  ) as act
  join participants on participants.id = act.participant_id
  join sites on sites.id = participants.site_id
  where participants.trial_id = ${trialId}
  order by act.created_at, act.is_inadvertent, act.id`

const renamedOf = (trialId: number) => sql<RowOf<'renamed'>>`
  select former.site_id is not null as is_site, former.name as former,
    coalesce(sites.title, study_groups.name) as present, former.ended_at, former.last_sequence_no as last_number,
    former.reason
  from former_names as former
  left join sites on sites.id = former.site_id
  left join study_groups on study_groups.id = former.study_group_id
  where former.trial_id = ${trialId}
  order by former.id`
