import type { CorrectedStratum } from '#domain/participants/randomisation-error'
import { sql, type Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** Stores that the group of a trial's participant was disclosed to a person. Returns the id. */
export const insertUnblinding = async (
  transaction: Queries,
  trialId: number,
  unblinding: Insertable<Schema['participant_unblindings']>,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('participant_unblindings')
    .values(unblinding)
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('participants')
    .set({ is_unblinded: true })
    .where('id', '=', unblinding.participant_id)
    .where('trial_id', '=', trialId)
    .execute()
  return id
}

/** How often a person unblinded participants since an instant, in all trials; repeated unblindings of one participant count too. */
export const countUnblindingsByPerson = async (queries: Queries, userId: number, since: string): Promise<number> => {
  const { many } = await queries
    .selectFrom('participant_unblindings')
    .select((unblinding) => unblinding.fn.countAll<number>().as('many'))
    .where('unblinded_by', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return many
}

/** Stores that a participant's group became known inadvertently. Returns the id. */
export const insertInadvertentUnblinding = async (
  transaction: Queries,
  unblinding: Insertable<Schema['inadvertent_unblindings']>,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('inadvertent_unblindings')
    .values(unblinding)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores that a participant was randomised in error, with the strata concerned. Returns the id. */
export const insertRandomisationError = async (
  transaction: Queries,
  error: Insertable<Schema['randomisation_errors']>,
  strata: readonly CorrectedStratum[],
): Promise<number> => {
  const { id } = await transaction
    .insertInto('randomisation_errors')
    .values(error)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (strata.length > 0) {
    await transaction
      .insertInto('randomisation_error_strata')
      .values(strata.map((stratum) => ({ ...stratum, randomisation_error_id: id })))
      .execute()
  }
  return id
}

/**
 * Whether a person, blinded or not, may have learned this participant's group: it was disclosed to them, or they recorded an
 * inadvertent unblinding.
 */
export const mayHaveLearnedGroup = async (
  queries: Queries,
  participantId: number,
  userId: number,
): Promise<boolean> => {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from participant_unblindings where participant_id = ${participantId} and unblinded_by = ${userId}
    ) or exists (
      select from inadvertent_unblindings where participant_id = ${participantId} and recorded_by = ${userId}
    ) as may
  `.execute(queries)
  return rows[0]?.may ?? false
}

/** The stratum answers of a trial's participant as they were used. */
export const findUsedAnswers = async (queries: Queries, trialId: number, participantId: number) =>
  queries
    .selectFrom('participant_strata')
    .select(['trial_stratum_id', 'trial_stratum_option_id'])
    .where('of_trial', '=', trialId)
    .where('participant_id', '=', participantId)
    .execute()

/** An inadvertent unblinding of a participant, with the person who recorded it. */
export const findInadvertentUnblinding = async (queries: Queries, participantId: number, id: number) =>
  queries
    .selectFrom('inadvertent_unblindings as unblinding')
    .innerJoin('users', 'users.id', 'unblinding.recorded_by')
    .select(['unblinding.id', 'unblinding.created_at', 'users.id as user_id', 'unblinding.comment'])
    .select(nameAt('unblinding.created_at').as('name'))
    .where('unblinding.participant_id', '=', participantId)
    .where('unblinding.id', '=', id)
    .executeTakeFirst()

/** An error recorded about a participant, with the person who recorded it and both its sides. */
export const findRandomisationError = async (queries: Queries, participantId: number, id: number) => {
  const error = await queries
    .selectFrom('randomisation_errors as error')
    .innerJoin('users', 'users.id', 'error.recorded_by')
    .selectAll('error')
    .select(nameAt('error.created_at').as('name'))
    .where('error.participant_id', '=', participantId)
    .where('error.id', '=', id)
    .executeTakeFirst()
  if (!error) return undefined
  const strata = await queries
    .selectFrom('randomisation_error_strata')
    .selectAll()
    .where('randomisation_error_id', '=', id)
    .orderBy('trial_stratum_id')
    .execute()
  return { ...error, strata }
}
