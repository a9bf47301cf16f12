import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { sql } from 'kysely'
import type { Queries } from './transaction'

const MAY_EXPIRE = STUDY_PACK_ACTIONS.expire.from.map(studyPackStatusId)
const EXPIRED = studyPackStatusId(STUDY_PACK_ACTIONS.expire.to)

/** Every trial with packs that may expire and whose expiry lies before a day, in order of id. */
export const trialsWithPacksExpiringBefore = async (
  queries: Queries,
  day: string,
): Promise<{ id: number; selected_timezone: string; soonest: string }[]> =>
  queries
    .selectFrom('study_packs')
    .innerJoin('trials', 'trials.id', 'study_packs.trial_id')
    .select((row) => ['trials.id', 'selected_timezone', sql<string>`min(${row.ref('expire_on')})`.as('soonest')])
    .where('study_pack_status_id', 'in', MAY_EXPIRE)
    .where('expire_on', '<', day)
    .groupBy(['trials.id', 'selected_timezone'])
    .orderBy('trials.id')
    .execute()

/** A pack that was set to Expired, and the status it was in before. */
export type ExpiredPack = { pack_id: string; status_before: number }

type ExpiryQuery = {
  trial_id: number
  /** The day in the trial's zone. */
  today: string
  now: string
  comment: string
  limit: number
}

/**
 * Sets the first `limit` packs of a trial that are past their expiry to Expired, with a log that gives the date as the reason.
 * One statement; a pack that another transaction has locked is judged by its state after that one.
 */
export const expirePacksByDate = async (
  transaction: Queries,
  { trial_id, today, now, comment, limit }: ExpiryQuery,
): Promise<ExpiredPack[]> => {
  const { rows } = await sql<ExpiredPack>`
    with due as (
      select id, pack_id, study_pack_status_id from study_packs
      where trial_id = ${trial_id} and study_pack_status_id = any(${[...MAY_EXPIRE]}::int[]) and expire_on < ${today}
      order by id limit ${limit} for update
    ),
    expired as (
      update study_packs set study_pack_status_id = ${EXPIRED} from due
      where study_packs.trial_id = ${trial_id} and study_packs.id = due.id
      returning due.*
    ),
    logged as (
      insert into study_pack_logs (study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment)
      select id, ${now}::timestamptz, null, 'expire_by_date', ${EXPIRED}::int, ${comment} from expired order by id
    )
    select pack_id, study_pack_status_id as status_before from expired order by id
  `.execute(transaction)
  return rows
}
