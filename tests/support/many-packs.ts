import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import type { Queries } from '../../src/server/ground/db/transaction'

/**
 * Inserts this many study packs of a trial straight in the database, in batches of a thousand. They are spread over its
 * sites, its groups, every status and the days around `around` (`YYYY-MM-DD`). Their origin has no log entries.
 */
export const givePacks = async (
  queries: Queries,
  trialId: number,
  { count, around }: { count: number; around: string },
): Promise<void> => {
  await sql`
    with places as (
      select array(select id from sites where trial_id = ${trialId} order by id) as sites,
        array(select id from study_groups where trial_id = ${trialId} order by id) as groups
    )
    insert into study_packs (trial_id, pack_id, batch_id, site_id, study_group_id, study_pack_status_id, duration, expire_on)
    select ${trialId}, 'A-' || (100000 + n * 7919 % 900000), 'B' || lpad((1 + n / 1000)::text, 3, '0'),
      sites[1 + n % cardinality(sites)], groups[1 + n * 31 % cardinality(groups)],
      1 + n * 13 % ${STUDY_PACK_STATUSES.length}::int, 28, ${around}::date + (n % 700 - 100)
    from places, generate_series(1, ${count}::int) as n`.execute(queries)
}
