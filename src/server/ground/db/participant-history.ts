import type { Visibility } from '#domain/people/blinding'
import type { RandomisationErrorKind } from '#domain/participants/randomisation-error'
import {
  isParticipantPackAction,
  STUDY_PACK_ACTION_NAMES,
  type ParticipantPackAction,
} from '#domain/study-packs/study-pack-actions'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

type Person = { id: number; name: string }
type RecordedAction = { id: number; created_at: string; by: Person; comment: string }

/** A recorded error, with its strata by name. */
export type RecordedError = RecordedAction & {
  kind: RandomisationErrorKind
  as_used: string | null
  corrected: string | null
  writer_sight: Visibility
  /** The option that was used by its author, and the one at the draw; null without strata. */
  strata: { stratum: string; used: string; drawn: string | null; corrected: string }[]
}

/** An action on a pack after its allocation to the participant. */
export type RecordedPackAction = Omit<RecordedAction, 'comment'> & {
  performed_at: string | null
  clock_uncertain: boolean
  action: ParticipantPackAction
  pack_id: string
  writer_sight: Visibility | null
  /** The zone of its trial. */
  time_zone: string
}

/** The actions on a pack after its allocation. */
const ACTIONS_ON_PACKS = STUDY_PACK_ACTION_NAMES.filter(isParticipantPackAction)

/** The actions on a participant and their packs, except flags. Never sent unchanged: `historyEntries` blinds them. */
export type RecordedActions = {
  randomised_by: Person
  unblindings: RecordedAction[]
  inadvertent_unblindings: RecordedAction[]
  errors: RecordedError[]
  study_packs: RecordedPackAction[]
}

/** The actions on these participants of a trial and their packs, by participant id, each kind in order of id. */
export const findRecordedActions = async (
  queries: Queries,
  trialId: number,
  participantIds: readonly number[],
): Promise<Map<number, RecordedActions>> => {
  const unblindings = byParticipant(
    await findActions(queries, 'participant_unblindings', 'unblinded_by', participantIds),
  )
  const inadvertent = byParticipant(
    await findActions(queries, 'inadvertent_unblindings', 'recorded_by', participantIds),
  )
  const errors = byParticipant(await findErrors(queries, trialId, participantIds))
  const packs = byParticipant(await findPackActions(queries, trialId, participantIds))
  const randomised = await findRandomised(queries, trialId, participantIds)
  return new Map(
    randomised.map(({ participant_id, ...randomised_by }) => [
      participant_id,
      {
        randomised_by,
        unblindings: unblindings.get(participant_id) ?? [],
        inadvertent_unblindings: inadvertent.get(participant_id) ?? [],
        errors: errors.get(participant_id) ?? [],
        study_packs: packs.get(participant_id) ?? [],
      },
    ]),
  )
}

type Found = { participant_id: number; user_id: number; name: string }

/** Rows by the participant they are about, each with the person who did it. */
const byParticipant = <Row extends Found>(rows: readonly Row[]) => {
  const grouped = new Map<number, (Omit<Row, keyof Found> & { by: Person })[]>()
  for (const { participant_id, user_id, name, ...action } of rows) {
    const sofar = grouped.get(participant_id)
    const one = { ...action, by: { id: user_id, name } }
    if (sofar) sofar.push(one)
    else grouped.set(participant_id, [one])
  }
  return grouped
}

const among = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

/** The actor's name at the time, with today's beside it where they differ. */
const NAME = nameAt('recorded.created_at').as('name')

const findRandomised = async (queries: Queries, trialId: number, ids: readonly number[]) =>
  queries
    .selectFrom('participants')
    .innerJoin('users', 'users.id', 'participants.created_by')
    .select(['participants.id as participant_id', 'users.id', nameAt('participants.created_at').as('name')])
    .where('participants.trial_id', '=', trialId)
    .where(among('participants.id', ids))
    .execute()

/** The actions of a table, each with the person whom a column of it names. */
const findActions = async (queries: Queries, table: string, by: string, ids: readonly number[]) => {
  const { rows } = await sql<Omit<RecordedAction, 'by'> & Found>`
    select recorded.participant_id, recorded.id, recorded.created_at, users.id as user_id, ${NAME}, recorded.comment
    from ${sql.table(table)} as recorded join users on users.id = ${sql.ref(`recorded.${by}`)}
    where ${among('recorded.participant_id', ids)}
    order by recorded.id
  `.execute(queries)
  return rows
}

const findPackActions = async (queries: Queries, trialId: number, ids: readonly number[]) =>
  queries
    .selectFrom('participant_groups')
    .innerJoin('study_packs', (join) =>
      join
        .onRef('study_packs.id', '=', 'participant_groups.study_pack_id')
        .onRef('study_packs.trial_id', '=', 'participant_groups.of_trial'),
    )
    .innerJoin('study_pack_logs as recorded', 'recorded.study_pack_id', 'study_packs.id')
    .innerJoin('trials', 'trials.id', 'study_packs.trial_id')
    .innerJoin('users', 'users.id', 'recorded.actioned_by')
    .select([
      'participant_groups.participant_id',
      'recorded.id',
      'recorded.created_at',
      'recorded.performed_at',
      'recorded.clock_uncertain',
      sql<RecordedPackAction['action']>`recorded.action`.as('action'),
      'recorded.writer_sight',
      'trials.selected_timezone as time_zone',
      'study_packs.pack_id',
      'users.id as user_id',
      NAME,
    ])
    .where('participant_groups.of_trial', '=', trialId)
    .where(among('participant_groups.participant_id', ids))
    .where('recorded.action', 'in', ACTIONS_ON_PACKS)
    .orderBy('recorded.id')
    .execute()

const findErrors = async (queries: Queries, trialId: number, ids: readonly number[]) =>
  queries
    .selectFrom('randomisation_errors as recorded')
    .innerJoin('users', 'users.id', 'recorded.recorded_by')
    .select((row) => [
      'recorded.participant_id',
      'recorded.id',
      'recorded.created_at',
      'users.id as user_id',
      NAME,
      'recorded.comment',
      'recorded.kind',
      'recorded.as_used',
      'recorded.corrected',
      'recorded.writer_sight',
      jsonArrayFrom(
        row
          .selectFrom('randomisation_error_strata as at')
          .innerJoin('trial_strata', 'trial_strata.id', 'at.trial_stratum_id')
          .innerJoin('trial_stratum_options as used', 'used.id', 'at.used_option_id')
          .innerJoin('trial_stratum_options as corrected', 'corrected.id', 'at.corrected_option_id')
          .leftJoin('participant_strata as answer', (join) =>
            join
              .on('answer.of_trial', '=', trialId)
              .onRef('answer.participant_id', '=', 'recorded.participant_id')
              .onRef('answer.trial_stratum_id', '=', 'at.trial_stratum_id'),
          )
          .leftJoin('trial_stratum_options as drawn', 'drawn.id', 'answer.trial_stratum_option_id')
          .select([
            'trial_strata.name as stratum',
            'used.name as used',
            'drawn.name as drawn',
            'corrected.name as corrected',
          ])
          .whereRef('at.randomisation_error_id', '=', 'recorded.id')
          .orderBy('trial_strata.id'),
      ).as('strata'),
    ])
    .where(among('recorded.participant_id', ids))
    .orderBy('recorded.id')
    .execute()
