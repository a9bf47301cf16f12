import type { Sight } from '#domain/blinding'
import type { RandomisationErrorKind } from '#domain/randomisation-error'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries } from './transaction'

type Person = { id: number; name: string }
type Act = { id: number; created_at: string; by: Person; comment: string }

/** An error as it was recorded, its strata in the words of the trial. */
export type RecordedError = Act & {
  kind: RandomisationErrorKind
  as_used: string | null
  corrected: string | null
  writer_sight: Sight
  strata: { stratum: string; used: string; corrected: string }[]
}

/** What was done to and about a participant, save his flags. Never sent as it is: `historyEntries` blinds it. */
export type ParticipantActs = {
  randomised_by: Person
  unblindings: Act[]
  inadvertent_unblindings: Act[]
  errors: RecordedError[]
}

/** What was done to and about a participant, each kind in order of id. */
export const findParticipantActs = async (queries: Queries, participantId: number): Promise<ParticipantActs> => {
  const randomised_by = await queries
    .selectFrom('participants')
    .innerJoin('users', 'users.id', 'participants.created_by')
    .select(['users.id', 'users.name'])
    .where('participants.id', '=', participantId)
    .executeTakeFirstOrThrow()
  const unblindings = await queries
    .selectFrom('participant_unblindings as act')
    .innerJoin('users', 'users.id', 'act.unblinded_by')
    .select(['act.id', 'act.created_at', 'users.id as user_id', 'users.name', 'act.comment'])
    .where('act.participant_id', '=', participantId)
    .orderBy('act.id')
    .execute()
  const inadvertent = await queries
    .selectFrom('inadvertent_unblindings as act')
    .innerJoin('users', 'users.id', 'act.recorded_by')
    .select(['act.id', 'act.created_at', 'users.id as user_id', 'users.name', 'act.comment'])
    .where('act.participant_id', '=', participantId)
    .orderBy('act.id')
    .execute()
  const errors = await findErrors(queries, participantId)
  return {
    randomised_by,
    unblindings: unblindings.map(withPerson),
    inadvertent_unblindings: inadvertent.map(withPerson),
    errors: errors.map(withPerson),
  }
}

const withPerson = <Row extends { user_id: number; name: string }>({ user_id, name, ...act }: Row) => ({
  ...act,
  by: { id: user_id, name },
})

const findErrors = async (queries: Queries, participantId: number) =>
  queries
    .selectFrom('randomisation_errors as act')
    .innerJoin('users', 'users.id', 'act.recorded_by')
    .select((row) => [
      'act.id',
      'act.created_at',
      'users.id as user_id',
      'users.name',
      'act.comment',
      'act.kind',
      'act.as_used',
      'act.corrected',
      'act.writer_sight',
      jsonArrayFrom(
        row
          .selectFrom('randomisation_error_strata as at')
          .innerJoin('trial_strata', 'trial_strata.id', 'at.trial_stratum_id')
          .innerJoin('trial_stratum_options as used', 'used.id', 'at.used_option_id')
          .innerJoin('trial_stratum_options as corrected', 'corrected.id', 'at.corrected_option_id')
          .select(['trial_strata.name as stratum', 'used.name as used', 'corrected.name as corrected'])
          .whereRef('at.randomisation_error_id', '=', 'act.id')
          .orderBy('trial_strata.id'),
      ).as('strata'),
    ])
    .where('act.participant_id', '=', participantId)
    .orderBy('act.id')
    .execute()
