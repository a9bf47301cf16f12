import { sql } from 'kysely'
import type { Queries } from './transaction'

/**
 * The study groups of a trial that a person, blinded or not, may have learned: those disclosed to them, and every group once
 * they recorded an inadvertent unblinding. Which group they learned then is unknown, and looking the participant's up would
 * reveal it.
 */
export const findLearnedGroups = async (queries: Queries, trialId: number, userId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from study_groups where trial_id = ${trialId} and (
      exists (
        select from inadvertent_unblindings as accident join participants on participants.id = accident.participant_id
        where participants.trial_id = ${trialId} and accident.recorded_by = ${userId}
      ) or id in (
        select study_group_id from participant_unblindings as unblinding
          join participants on participants.id = unblinding.participant_id
          join participant_groups as part on part.participant_id = participants.id and part.of_trial = participants.trial_id
        where participants.trial_id = ${trialId} and unblinding.unblinded_by = ${userId}
      )
    )
  `.execute(queries)
  return rows.map(({ id }) => id)
}
