import type { VisibleUnallocatedPack } from '#domain/study-packs/stock-patterns'
import type { Queries } from './transaction'

/** The packs of a trial without a participant, in order of id. */
export const findUnallocatedPacks = async (queries: Queries, trialId: number): Promise<VisibleUnallocatedPack[]> =>
  queries
    .selectFrom('study_packs')
    .select(['id', 'study_group_id', 'study_pack_status_id', 'site_id', 'expire_on', 'duration'])
    .where('trial_id', '=', trialId)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('participant_groups')
            .select('participant_id')
            .whereRef('participant_groups.study_pack_id', '=', 'study_packs.id')
            .where('participant_groups.of_trial', '=', trialId),
        ),
      ),
    )
    .orderBy('id')
    .execute()
