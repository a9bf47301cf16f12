import { trialStatusOfKey } from '#domain/trials/trial-status'
import type { BuiltTrial } from '../a-trial'
import type { TestPortal } from '../portal'

/** The packs of a trial with their groups, from the database. */
export const packsOf = ({ database }: TestPortal, { trial_id }: BuiltTrial) =>
  database.queries
    .selectFrom('study_packs')
    .innerJoin('study_groups', 'study_groups.id', 'study_packs.study_group_id')
    .select(['study_packs.id', 'pack_id as name', 'study_groups.name as group'])
    .where('study_packs.trial_id', '=', trial_id)
    .orderBy('study_packs.id')
    .execute()

/** The participants of a trial with their groups and packs. */
export const participantsOf = ({ database }: TestPortal, { trial_id }: BuiltTrial) =>
  database.queries
    .selectFrom('participants')
    .innerJoin('participant_groups', 'participant_groups.participant_id', 'participants.id')
    .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
    .select(['participants.id', 'participants.participant_id as name', 'study_groups.name as group', 'study_pack_id'])
    .where('participants.trial_id', '=', trial_id)
    .orderBy('participants.id')
    .execute()

/** The active packs of a site. */
export const activeAt = async ({ database }: TestPortal, siteId: number): Promise<number[]> => {
  const packs = database.queries.selectFrom('study_packs').select('id').where('site_id', '=', siteId)
  return (await packs.where('study_pack_status_id', '=', ACTIVE).execute()).map(({ id }) => id)
}

const ACTIVE = 2

export const isPausedNow = async ({ database }: TestPortal, { trial_id }: BuiltTrial): Promise<boolean> => {
  const { trial_status_id } = await database.queries
    .selectFrom('trials')
    .select('trial_status_id')
    .where('id', '=', trial_id)
    .executeTakeFirstOrThrow()
  return trial_status_id === trialStatusOfKey('paused')?.id
}
