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
