import { isRunningStatus, TRIAL_STATUSES } from '#domain/trials/trial-status'
import { sql } from 'kysely'
import { dayIn } from '../time/calendar'
import { isAllocatableOn } from './pack-allocation'
import { isAtPlaceOfUse } from './pack-places'
import type { Queries } from './transaction'

/** The stock of a site, or of a whole trial where the site is null, beside its alert. */
export type WatchedStock = {
  trial_id: number
  site: { id: number; title: string } | null
  /**
   * How many packs can be allocated there: Active ones whose last possible allocation date is not past. Of a whole trial
   * whose sites manage their packs, those at sites that are not deleted.
   */
  allocatable: number
  /** The level at which it is low; null where there is no level any more, and only the old alert is left. */
  level: number | null
  has_alert: boolean
}

const UNDER_WAY = TRIAL_STATUSES.map(({ id }) => id).filter(isRunningStatus)

/**
 * The stock of these trials or, with null, of all: of running trials that manage packs, where a level is set, and sites
 * are not deleted and have packs of their own; and every open alert. As of an instant, in order of trial and site.
 */
export const findWatchedStock = async (
  queries: Queries,
  trialIds: readonly number[] | null,
  now: string,
): Promise<WatchedStock[]> => {
  const zones = await queries
    .selectFrom('trials')
    .select(['id', 'selected_timezone'])
    .where('is_managing_packs', '=', true)
    .$if(trialIds !== null, (trials) => trials.where(isAmong(trialIds, 'id')))
    .execute()
  const days = zones.map(({ id, selected_timezone }) => ({ trial_id: id, today: dayIn(selected_timezone, now) }))
  const { rows } = await sql<WatchedStock>`
    with trial as (
      select * from trials
      where is_managing_packs and trial_status_id = any(${UNDER_WAY}::int[]) and ${isAmong(trialIds, 'id')}
    ),
    watched as (
      select id as trial_id, null::bigint as site_id, pack_alert_level as level from trial
      where pack_alert_level is not null
      union all
      select trial.id, sites.id, low_pack_level from trial join sites on sites.trial_id = trial.id
      where low_pack_level is not null and not is_deleted and (
        is_site_managing_packs
        or exists (
          select from study_packs
          where trial_id = trial.id and ${isAmong(trialIds, 'trial_id')} and study_packs.site_id = sites.id
        )
      )
    ),
    standing as (select * from stock_alerts where ${isAmong(trialIds, 'trial_id')}),
    compared as (
      select coalesce(watched.trial_id, standing.trial_id) as trial_id,
        coalesce(watched.site_id, standing.site_id) as site_id, level, standing.trial_id is not null as has_alert
      from watched full join standing
        on standing.trial_id = watched.trial_id and coalesce(standing.site_id, 0) = coalesce(watched.site_id, 0)
    )
    select compared.trial_id, level, has_alert,
      case when sites.id is not null then json_build_object('id', sites.id, 'title', title) end as site,
      (select count(*)
        from study_packs join trials on trials.id = study_packs.trial_id and ${isAmong(trialIds, 'trials.id')}
        where study_packs.trial_id = compared.trial_id and ${isAmong(trialIds, 'study_packs.trial_id')}
          and ${isAllocatableOn(sql`today`)}
          and case when compared.site_id is null then ${isAtPlaceOfUse} else study_packs.site_id = compared.site_id end) as allocatable
    from compared left join sites on sites.id = compared.site_id
      left join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as day(trial_id bigint, today date)
        on day.trial_id = compared.trial_id
    order by compared.trial_id, compared.site_id nulls first
  `.execute(queries)
  return rows
}

/** Whether a column is one of these ids; with null, any. */
const isAmong = (ids: readonly number[] | null, column: 'id' | 'trial_id' | 'trials.id' | 'study_packs.trial_id') =>
  ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any (${[...ids]}::bigint[])`

type Place = Pick<WatchedStock, 'trial_id' | 'site'>

/** Stores an alert of low stock. Returns false where there was one already. */
export const raiseStockAlert = async (
  transaction: Queries,
  { trial_id, site }: Place,
  now: string,
): Promise<boolean> => {
  const raised = await transaction
    .insertInto('stock_alerts')
    .values({ trial_id, site_id: site?.id ?? null, raised_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('trial_id')
    .executeTakeFirst()
  return raised !== undefined
}

/** Deletes an alert, so that the next fall is reported again. */
export const deleteStockAlert = async (transaction: Queries, { trial_id, site }: Place): Promise<void> => {
  await transaction
    .deleteFrom('stock_alerts')
    .where('trial_id', '=', trial_id)
    .where('site_id', 'is not distinct from', site?.id ?? null)
    .execute()
}
