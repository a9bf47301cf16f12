import { memberAt } from '#domain/member-at'
import type { MonthlyFigures } from '#domain/reports/monthly-report'
import { sql } from 'kysely'
import { isAllocatableOn } from './pack-allocation'
import { isAtPlaceOfUse } from './pack-places'
import type { Queries } from './transaction'

/** The instants between which a month lies, without its end, and the trial's time zone. */
export type Month = { trial_id: number; zone: string; from: string; until: string }

type Counts = Pick<MonthlyFigures, 'randomised' | 'total' | 'flagged' | 'unblinded' | 'errors'> & {
  /** Participants until the end of the month who were flagged then. */
  flagged_then: number
}

/** The events of a month, counted in participants, and errors one by one. No study group is read. */
export const countMonth = async (queries: Queries, { trial_id, from, until }: Month): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    with those as materialized (select id, created_at from participants where trial_id = ${trial_id})
    select
      (select count(*) from those where created_at >= ${from} and created_at < ${until}) as randomised,
      (select count(*) from those where created_at < ${until}) as total,
      (select count(*) from (
          select distinct on (participant_id) is_flagged
          from participant_flags as flag join those on those.id = participant_id
          where those.created_at < ${until} and flag.created_at < ${until}
          order by participant_id, flag.id desc
        ) as last where is_flagged) as flagged_then,
      (select count(distinct participant_id) from participant_flags as flag join those on those.id = participant_id
        where is_flagged and flag.created_at >= ${from} and flag.created_at < ${until}) as flagged,
      (select count(distinct participant_id) from (
          select participant_id, created_at from participant_unblindings
          union all select participant_id, created_at from inadvertent_unblindings
        ) as act join those on those.id = participant_id
        where act.created_at >= ${from} and act.created_at < ${until}) as unblinded,
      (select count(*) from randomisation_errors as error join those on those.id = participant_id
        where error.created_at >= ${from} and error.created_at < ${until}) as errors
  `.execute(queries)
  return memberAt(rows, 0)
}

/** The sites of a trial with their participants of a month and until its end; deleted ones only where they have any. */
export const countMonthAtSites = async (
  queries: Queries,
  { trial_id, zone, from, until }: Month,
): Promise<MonthlyFigures['sites']> => {
  const { rows } = await sql<MonthlyFigures['sites'][number]>`
    select title, coalesce(found.randomised, 0) as randomised, coalesce(found.total, 0) as total,
      to_char(found.last_at at time zone ${zone}, 'YYYY-MM-DD') as last_on
    from sites left join (
      select site_id, count(*) filter (where created_at >= ${from}) as randomised, count(*) as total,
        max(created_at) as last_at
      from participants where trial_id = ${trial_id} and created_at < ${until} group by site_id
    ) as found on found.site_id = sites.id
    where sites.trial_id = ${trial_id} and (not sites.is_deleted or found.total > 0)
    order by sites.id
  `.execute(queries)
  return rows
}

/** The packs of a trial that can be allocated on a day, of all groups together. */
export const countAllocatablePacks = async (queries: Queries, trialId: number, today: string): Promise<number> => {
  const { count } = await queries
    .selectFrom('study_packs')
    .innerJoin('trials', 'trials.id', 'study_packs.trial_id')
    .where('study_packs.trial_id', '=', trialId)
    .where(isAtPlaceOfUse)
    .where(isAllocatableOn(today))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
