import { studyPackStatusId, type StudyPackStatus } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import type { Queries } from './transaction'

type CountsByList = Record<'study_groups' | 'sites', ReadonlyMap<number, number>>

/** The unblinded people with a permission in a trial: one row for each person and role. */
export const unblindedPeople = async (
  queries: Queries,
  trialId: number,
): Promise<{ user_id: number; role_id: number }[]> =>
  queries
    .selectFrom('user_permissions')
    .select(['user_id', 'role_id'])
    .distinct()
    .where('trial_id', '=', trialId)
    .where('ended_at', 'is', null)
    .where('is_blinded_whole', '=', false)
    .where('is_blinded_partial', '=', false)
    .orderBy('user_id')
    .orderBy('role_id')
    .execute()

/** The number of a trial's participants in each study group and at each site, by its id; absent where there are none. */
export const countParticipants = async (queries: Queries, trialId: number): Promise<CountsByList> => {
  const ofTrial = queries.selectFrom('participants').where('trial_id', '=', trialId)
  const bySite = await ofTrial
    .select((row) => ['site_id as id', row.fn.countAll<number>().as('count')])
    .groupBy('site_id')
    .execute()
  const byGroup = await ofTrial
    .innerJoin('participant_groups', (join) =>
      join
        .onRef('participant_groups.participant_id', '=', 'participants.id')
        .onRef('participant_groups.of_trial', '=', 'participants.trial_id'),
    )
    .select((row) => ['study_group_id as id', row.fn.countAll<number>().as('count')])
    .groupBy('study_group_id')
    .execute()
  return { study_groups: countsById(byGroup), sites: countsById(bySite) }
}

/** The number of a trial's packs, in any status, of each study group and each site, by its id; absent where there are none. */
export const countPacks = async (queries: Queries, trialId: number): Promise<CountsByList> => {
  const ofTrial = queries.selectFrom('study_packs').where('trial_id', '=', trialId)
  const byGroup = await ofTrial
    .select((row) => ['study_group_id as id', row.fn.countAll<number>().as('count')])
    .groupBy('study_group_id')
    .execute()
  const bySite = await ofTrial
    .where('site_id', 'is not', null)
    .select((row) => [row.ref('site_id').$notNull().as('id'), row.fn.countAll<number>().as('count')])
    .groupBy('site_id')
    .execute()
  return { study_groups: countsById(byGroup), sites: countsById(bySite) }
}

/** How many of a trial's packs in these statuses have no confirmation code, and the pack ids of the first of them, at most `most`. */
export const findPacksWithoutCode = async (
  queries: Queries,
  trialId: number,
  { statuses, most }: { statuses: readonly StudyPackStatus['id'][]; most: number },
): Promise<{ count: number; pack_ids: readonly string[] }> => {
  const rows = await queries
    .selectFrom('study_packs')
    .select((row) => ['pack_id', row.fn.countAll<number>().over().as('count')])
    .where('trial_id', '=', trialId)
    .where('study_pack_status_id', 'in', [...statuses])
    .where('confirmation_code', 'is', null)
    .orderBy(sql`batch_id collate "und-x-icu"`)
    .orderBy(sql`pack_id collate "und-x-icu"`)
    .orderBy('id')
    .limit(most)
    .execute()
  return { count: rows[0]?.count ?? 0, pack_ids: rows.map(({ pack_id }) => pack_id) }
}

/** The number of a trial's Inactive and Active packs at no site. */
export const countPacksAtNoSite = async (queries: Queries, trialId: number): Promise<number> => {
  const atNoSite = queries
    .selectFrom('study_packs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('trial_id', '=', trialId)
    .where('site_id', 'is', null)
    .where('study_pack_status_id', 'in', [studyPackStatusId('inactive'), studyPackStatusId('active')])
  return (await atNoSite.executeTakeFirstOrThrow()).count
}

const countsById = (rows: readonly { id: number; count: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id, count }) => [id, count]))
