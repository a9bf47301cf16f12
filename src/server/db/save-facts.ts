import type { Queries } from './transaction'

/** Which of these study groups have packs, in whatever status. */
export const groupsWithPacks = async (queries: Queries, groupIds: readonly number[]): Promise<number[]> => {
  const rows = await queries
    .selectFrom('study_packs')
    .select('study_group_id')
    .distinct()
    .where('study_group_id', 'in', [0, ...groupIds])
    .orderBy('study_group_id')
    .execute()
  return rows.map(({ study_group_id }) => study_group_id)
}

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
export const countParticipants = async (
  queries: Queries,
  trialId: number,
): Promise<Record<'study_groups' | 'sites', ReadonlyMap<number, number>>> => {
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
  const counts = (rows: readonly { id: number; count: number }[]) => new Map(rows.map(({ id, count }) => [id, count]))
  return { study_groups: counts(byGroup), sites: counts(bySite) }
}
