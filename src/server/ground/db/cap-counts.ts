import { sql, type RawBuilder } from 'kysely'
import type { Queries } from './transaction'

/** How many participants were ever randomised at sites, with options of strata and into study groups, of those that were asked about. */
export type CapCounts = {
  sites: ReadonlyMap<number, number>
  options: ReadonlyMap<number, number>
  groups: ReadonlyMap<number, number>
}

/** The capped sites, options and open study groups that a batch may add to. */
export type CapQuery = { site_ids: readonly number[]; option_ids: readonly number[]; group_ids: readonly number[] }

/** The same as the database answers it: by `s` and the id of a site, by `o` and that of an option, by `g` and that of a group. */
export type CapCountRows = Record<string, number> | null

/**
 * Counts the participants of capped sites, options and groups, flagged or not, as one object of a statement. Counted each time, so that no
 * stored count can differ from the records; a cap bounds what it costs.
 */
export const capCounts = (
  trialId: number,
  { site_ids, option_ids, group_ids }: CapQuery,
): RawBuilder<CapCountRows> => sql`(
  select json_object_agg(place, found) from (
    select 's' || site.id as place,
      (select count(*) from participants where trial_id = ${trialId} and site_id = site.id) as found
    from unnest(${[...site_ids]}::bigint[]) as site (id)
    union all
    select 'o' || option.id,
      (select count(*) from participant_strata where of_trial = ${trialId} and trial_stratum_option_id = option.id)
    from unnest(${[...option_ids]}::bigint[]) as option (id)
    union all
    select 'g' || study_group.id,
      (select count(*) from participant_groups where of_trial = ${trialId} and study_group_id = study_group.id)
    from unnest(${[...group_ids]}::bigint[]) as study_group (id)
  ) as counted
)`

export const capCountsOf = (rows: CapCountRows | undefined): CapCounts => {
  const counts = Object.entries(rows ?? {})
  const of = (letter: 's' | 'o' | 'g') =>
    new Map(counts.flatMap(([place, count]) => (place.startsWith(letter) ? [[Number(place.slice(1)), count]] : [])))
  return { sites: of('s'), options: of('o'), groups: of('g') }
}

/** The same counts in a statement of their own. */
export const findCapCounts = async (queries: Queries, trialId: number, query: CapQuery): Promise<CapCounts> => {
  const { rows } = await sql<{ counts: CapCountRows }>`select ${capCounts(trialId, query)} as counts`.execute(queries)
  return capCountsOf(rows[0]?.counts)
}

/**
 * Whether a study group of a trial has a cap or ever had one, in place or in an entry about settings that changed or took it away. Such
 * an entry is for ever, so that a cap that is taken away leaves this as it was.
 */
export const wasAnyGroupCapped = async (queries: Queries, trialId: number): Promise<boolean> => {
  const { rows } = await sql<{ was_capped: boolean }>`
    select exists (select from study_groups where trial_id = ${trialId} and max_participants is not null)
      or exists (
        select from audit_log, jsonb_array_elements(changes) as change
        where chain = ${trialId} and kind = 'trial_updated'
          and starts_with(change ->> 'field', 'study_groups.')
          and right(change ->> 'field', 17) = '.max_participants'
      ) as was_capped
  `.execute(queries)
  return rows[0]?.was_capped ?? false
}

/**
 * How many caps of each of these trials are near or reached: the sample size, sites that take part, options of strata, and in
 * `grouped`, the trials whose groups may be known, study groups.
 */
export const countCapsNear = async (
  queries: Queries,
  trialIds: readonly number[],
  grouped: readonly number[],
): Promise<{ trial_id: number; count: number }[]> => {
  const { rows } = await sql<{ trial_id: number; count: number }>`
    with asked as (
      select id, sample_size, num_sampled, cap_notice_percent from trials where id = any (${[...trialIds]}::bigint[])
    ),
    caps as (
      select id as trial_id, sample_size as most, num_sampled as found from asked where sample_size > 0
      union all
      select trial_id, max_participants,
        (select count(*) from participants where trial_id = sites.trial_id and site_id = sites.id)
      from sites where trial_id in (select id from asked) and max_participants is not null and not is_deleted
      union all
      select strata.trial_id, option.max_participants,
        (select count(*) from participant_strata where of_trial = strata.trial_id and trial_stratum_option_id = option.id)
      from trial_stratum_options as option join trial_strata as strata on strata.id = option.trial_stratum_id
      where strata.trial_id in (select id from asked) and option.max_participants is not null
      union all
      select trial_id, max_participants,
        (select count(*) from participant_groups where of_trial = study_groups.trial_id and study_group_id = study_groups.id)
      from study_groups
      where trial_id = any (${[...grouped]}::bigint[]) and max_participants is not null and weight > 0
    )
    select trial_id, count(*) as count from caps join asked on asked.id = caps.trial_id
    where found >= ceil(most * cap_notice_percent / 100.0)
    group by trial_id order by trial_id
  `.execute(queries)
  return rows
}
