import type { FlagState } from '#domain/participants/flagging'
import type { PermittedSites } from '#domain/people/permissions'
import type { ChosenOption } from '#domain/randomisation/strata'
import type { Insertable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { inReach } from './participants'
import type { Schema } from './schema'
import type { Queries } from './transaction'

/** The facts of a participant that flagging needs: their flag, and the epoch of their draw. */
export type FlaggedParticipant = FlagState & {
  trial_sequence_no: number
  /** When the participant was randomised. */
  created_at: string
  site_id: number
  allocation_counter: number
  arm: number
  options: ChosenOption[]
}

/** A participant of a trial at these sites, with their stratum answers. */
export const findForFlagging = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  participantId: number,
): Promise<FlaggedParticipant | undefined> =>
  inReach(queries, trialId, sites)
    .select((row) => [
      'trial_sequence_no',
      'participants.created_at',
      'site_id',
      'is_flagged',
      'is_counted_out',
      'allocation_counter',
      'epoch',
      'arm',
      jsonArrayFrom(
        row
          .selectFrom('participant_strata')
          .select(['trial_stratum_id', 'trial_stratum_option_id'])
          .where('participant_strata.of_trial', '=', trialId)
          .whereRef('participant_strata.participant_id', '=', 'participants.id')
          .orderBy('trial_stratum_id'),
      ).as('options'),
    ])
    .where('participants.id', '=', participantId)
    .executeTakeFirst()

/** Stores a flag that was set or lifted on a participant of a trial, and the participant's state after it. Returns its id. */
export const insertFlag = async (
  transaction: Queries,
  trialId: number,
  flag: Insertable<Schema['participant_flags']>,
  isCountedOut: boolean,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('participant_flags')
    .values(flag)
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('participants')
    .set({ is_flagged: flag.is_flagged, is_counted_out: isCountedOut })
    .where('id', '=', flag.participant_id)
    .where('trial_id', '=', trialId)
    .execute()
  return id
}

/** Changes how many participants count towards a trial's sample size. The transaction must hold the lock of the trial's row. */
export const moveNumSampled = async (transaction: Queries, trialId: number, by: number): Promise<void> => {
  await transaction
    .updateTable('trials')
    .set((trial) => ({ num_sampled: trial('num_sampled', '+', by) }))
    .where('id', '=', trialId)
    .execute()
}
