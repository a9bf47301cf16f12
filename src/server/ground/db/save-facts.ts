import type { Queries } from './transaction'

type CountsByList = Record<'study_groups' | 'sites', ReadonlyMap<number, number>>

/** Whose permissions in a trial have not ended and are not blinded at all: one row for each person and role. */
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

/** How many participants of a trial are in each study group and at each site, by its id; none where nobody is. */
export const countParticipants = async (queries: Queries, trialId: number): Promise<CountsByList> => {
  const ofTrial = queries.selectFrom('participants').where('trial_id', '=', trialId)
  const bySite = await ofTrial
    .select((row) => ['site_id as id', row.fn.countAll<number>().as('count')])
    .groupBy('site_id')
    .execute()
  const byGroup = await ofTrial
    .innerJoin('participant_groups', 'participant_groups.participant_id', 'participants.id')
    .select((row) => ['study_group_id as id', row.fn.countAll<number>().as('count')])
    .groupBy('study_group_id')
    .execute()
  return { study_groups: countsById(byGroup), sites: countsById(bySite) }
}

/** How many packs of a trial, in whatever status, each study group and each site has, by its id; none where it has none. */
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

const countsById = (rows: readonly { id: number; count: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ id, count }) => [id, count]))
