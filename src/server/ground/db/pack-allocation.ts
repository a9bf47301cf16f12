import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { sql, type RawBuilder } from 'kysely'
import type { Queries } from './transaction'

/** A pack that can be allocated until its last day, null where it does not expire. */
export type AllocatablePack = {
  id: number
  pack_id: string
  study_group_id: number
  site_id: number | null
  last_day: string | null
}

export type PacksWanted = {
  /**
   * A stock, a site's or with null the whole trial's, on a day in the trial's zone; and how many may be allocated
   * there.
   */
  stocks: readonly { site_id: number | null; day: string; max_packs: number }[]
  /** Bytes of the operating system's generator, in hex: they alone decide between packs of the same expiry. */
  tie_break: string
}

/**
 * The packs that these stocks can allocate, as many of each study group as needed, as JSON in their order: Active, the
 * last possible allocation date not past, soonest expiry first, then by the tie-break. Read before the draw; they do
 * not affect it.
 */
export const packsToGive = (
  trialId: number,
  { stocks, tie_break }: PacksWanted,
): RawBuilder<AllocatablePack[] | null> => {
  const inTurn = sql`expire_on asc nulls last, sha256(convert_to(${tie_break}::text || id::text, 'UTF8')), id`
  return sql`(
    select json_agg(json_build_object('id', id, 'pack_id', pack_id, 'study_group_id', study_group_id, 'site_id', site_id,
      'last_day', ${LAST_ALLOCATION}::text) order by ${inTurn})
    from study_packs
    where trial_id = ${trialId} and id in (
      select given.id
      from unnest(
        ${stocks.map(({ site_id }) => site_id)}::bigint[], ${stocks.map(({ day }) => day)}::date[],
        ${stocks.map(({ max_packs: most }) => most)}::integer[]
      ) as stock (of_site, day, most)
      cross join lateral (
        select id, row_number() over (partition by study_group_id order by ${inTurn}) as turn
        from study_packs
        where trial_id = ${trialId} and (of_site is null or site_id = of_site) and ${isAllocatableOn(sql`stock.day`)}
      ) as given
      where given.turn <= stock.most
    )
  )`
}

/** Packs of a trial that can be allocated on a day. */
const allocatable = (queries: Queries, { trial_id, today }: { trial_id: number; today: string }) =>
  queries.selectFrom('study_packs').where('trial_id', '=', trial_id).where(isAllocatableOn(today))

/** The last day on which a pack can be allocated, as `lastAllocationDate`; null where it has no expiry date. */
export const LAST_ALLOCATION = sql<string | null>`(expire_on - coalesce(duration, 0))`

/** Whether a pack can be allocated on a day: it is Active, and its last possible allocation date is not past. */
export const isAllocatableOn = (today: string | RawBuilder<unknown>) =>
  sql<boolean>`(study_pack_status_id = ${studyPackStatusId('active')}
    and (expire_on is null or ${LAST_ALLOCATION} >= ${today}::date))`

/** The study groups of which each site (null: none) has allocatable packs on a day. */
export const findStocks = (queries: Queries, trialId: number, today: string) =>
  allocatable(queries, { trial_id: trialId, today })
    .select(['site_id', 'study_group_id'])
    .distinct()
    .orderBy('site_id')
    .orderBy('study_group_id')
    .execute()
