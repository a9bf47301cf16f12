import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import { NO_LONGER_RECEIVED } from './messages'
import { LAST_ALLOCATION } from './pack-allocation'
import type { Queries } from './transaction'
import { amongReached, type ReachedTrials } from './trials'

/** The trials in these statuses that a person reaches, the earliest first. */
export const findDeskTrials = async (queries: Queries, reached: ReachedTrials, statuses: readonly number[]) =>
  amongReached(queries, reached)
    .select([
      'id',
      'title',
      'trial_status_id',
      'sample_size',
      'num_sampled',
      'started_on',
      'end_on',
      'selected_timezone',
      'is_protected_trial',
      'is_managing_packs',
      'is_opening_sites',
      'is_design_checked',
    ])
    .where('trial_status_id', 'in', [...statuses])
    .orderBy('id')
    .execute()

/** Participants of each trial by week before an instant, 0 being the last seven days; of twelve weeks. */
export const countWeeks = async (queries: Queries, trialIds: readonly number[], now: string) => {
  const { rows } = await sql<{ trial_id: number; week: number; count: number }>`
    select trial_id, floor(extract(epoch from ${now}::timestamptz - created_at) / 604800)::int as week, count(*) as count
    from participants
    where trial_id = any (${[...trialIds]}::bigint[]) and created_at > ${now}::timestamptz - interval '84 days'
    group by trial_id, week
  `.execute(queries)
  return rows
}

export type SiteRecruitment = {
  trial_id: number
  id: number
  title: string
  count: number
  first_at: string | null
  last_at: string | null
  opened_at: string | null
  /** When the trial's ledger first named it: at Start, or when it was added later; null where that is not recorded. */
  added_at: string | null
}

/** The sites that take part in these trials, with their first and last participant. */
export const findSiteRecruitment = async (
  queries: Queries,
  trialIds: readonly number[],
): Promise<SiteRecruitment[]> => {
  const { rows } = await sql<SiteRecruitment>`
    select sites.trial_id, sites.id, sites.title, sites.opened_at, coalesce(found.count, 0) as count,
      found.first_at, found.last_at,
      (select (record::json ->> 'at')::timestamptz from ledger_records
        where trial_id = sites.trial_id and trial_id = any (${[...trialIds]}::bigint[]) and record_no = (
          select min(record_no) from ledger_names
          where trial_id = sites.trial_id and trial_id = any (${[...trialIds]}::bigint[])
            and kind = 'site' and named_id = sites.id
        )) as added_at
    from sites left join (
      select site_id, count(*) as count, min(created_at) as first_at, max(created_at) as last_at
      from participants where trial_id = any (${[...trialIds]}::bigint[]) group by site_id
    ) as found on found.site_id = sites.id
    where sites.trial_id = any (${[...trialIds]}::bigint[]) and not sites.is_deleted
    order by sites.trial_id, sites.id
  `.execute(queries)
  return rows
}

/** The number of such records in a trial, with the last of them. */
export type Tally = { trial_id: number; count: number; at: string | null }

/** Failed emails of each trial, without those to people who may no longer receive them. */
export const countFailedEmails = async (queries: Queries, trialIds: readonly number[]): Promise<Tally[]> =>
  queries
    .selectFrom('messages')
    .where(sql<boolean>`trial_id = any (${[...trialIds]}::bigint[])`)
    .where('state', '=', 'failed')
    .where('error', 'is distinct from', NO_LONGER_RECEIVED)
    .select((row) => [
      sql<number>`trial_id`.as('trial_id'),
      row.fn.countAll<number>().as('count'),
      row.fn.max('queued_at').as('at'),
    ])
    .groupBy('trial_id')
    .execute()

/** Participants of each trial that are flagged, and whose last flag was set since an instant. */
export const countNewFlags = async (queries: Queries, trialIds: readonly number[], since: string): Promise<Tally[]> => {
  const { rows } = await sql<Tally>`
    select participants.trial_id, count(distinct participants.id) as count, max(flag.created_at) as at
    from participant_flags as flag join participants on participants.id = flag.participant_id
    where flag.created_at >= ${since}::timestamptz and flag.is_flagged and participants.is_flagged
      and participants.trial_id = any (${[...trialIds]}::bigint[])
    group by participants.trial_id
  `.execute(queries)
  return rows
}

/** Participants of each trial whose group was disclosed since an instant, by an action or by accident. */
export const countUnblindings = async (
  queries: Queries,
  trialIds: readonly number[],
  since: string,
): Promise<Tally[]> => {
  const { rows } = await sql<Tally>`
    select participants.trial_id, count(distinct participants.id) as count, max(act.created_at) as at
    from (
      select participant_id, created_at from participant_unblindings
      union all select participant_id, created_at from inadvertent_unblindings
    ) as act join participants on participants.id = act.participant_id
    where act.created_at >= ${since}::timestamptz and participants.trial_id = any (${[...trialIds]}::bigint[])
    group by participants.trial_id
  `.execute(queries)
  return rows
}

/**
 * Packs of a trial that can be allocated on a day, and until another no longer, as in the filter of the list of packs; `on` is the
 * first of their last days of allocation.
 */
export const findExpiringPacks = async (
  queries: Queries,
  trialId: number,
  { today, until }: { today: string; until: string },
) =>
  queries
    .selectFrom('study_packs')
    .where('trial_id', '=', trialId)
    .where('study_pack_status_id', '=', studyPackStatusId('active'))
    .where(sql<boolean>`${LAST_ALLOCATION} between ${today}::date and ${until}::date`)
    .select((row) => [row.fn.countAll<number>().as('count'), sql<string | null>`min(${LAST_ALLOCATION})`.as('on')])
    .executeTakeFirstOrThrow()

/** Invitations that are valid until after an instant, and were not used. */
export const countUnusedInvitations = async (queries: Queries, now: string) =>
  queries
    .selectFrom('association_tokens')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .select((row) => [row.fn.count<number>('user_id').distinct().as('count'), row.fn.max('created_at').as('at')])
    .executeTakeFirstOrThrow()
