import { memberAt } from '#domain/member-at'
import type { PermittedSites } from '#domain/people/permissions'
import type { ChosenOption } from '#domain/randomisation/strata'
import { sql } from 'kysely'
import { atSites } from './at-sites'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** A participant who waits, by where and with which answers they would be randomised. Nothing here is of a study group. */
type NewWaitingParticipant = {
  trial_id: number
  site_id: number
  participant_id: string
  comparable_id: string
  answers: readonly ChosenOption[]
  comment: string | null
  created_at: string
  created_by: number
}

/** The participants of a trial who wait at the sites that a person reaches. */
const inReach = (queries: Queries, trialId: number, sites: PermittedSites) =>
  queries
    .selectFrom('waiting_participants')
    .where('waiting_participants.trial_id', '=', trialId)
    .where(atSites('waiting_participants.site_id', sites))

type WaitingQuery = {
  trial_id: number
  sites: PermittedSites
  page: number
  page_size: number
  waiting_id?: number | undefined
}

/** One page of those who wait, in order of arrival, and their number. */
export const listWaiting = async (queries: Queries, { trial_id, sites, waiting_id, ...query }: WaitingQuery) => {
  const everybody = inReach(queries, trial_id, sites)
  const matching = waiting_id === undefined ? everybody : everybody.where('waiting_participants.id', '=', waiting_id)
  const { total } = await matching.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .innerJoin('sites', 'sites.id', 'waiting_participants.site_id')
    .innerJoin('users', 'users.id', 'waiting_participants.created_by')
    .select([
      'waiting_participants.id',
      'waiting_participants.participant_id',
      'waiting_participants.site_id',
      'sites.title as site_title',
      'waiting_participants.answers',
      'waiting_participants.comment',
      'waiting_participants.created_at',
      'waiting_participants.created_by',
      nameAt('waiting_participants.created_at').as('created_by_name'),
    ])
    .orderBy('waiting_participants.id')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  return { rows, total }
}

/** Those who wait, counted where site and answers are the same: by these alone a place is free for them. */
export const countWaitingAlike = async (queries: Queries, trialId: number, sites: PermittedSites) =>
  inReach(queries, trialId, sites)
    .select((row) => [
      'site_id',
      'answers',
      row.fn.min<string>('participant_id').as('participant_id'),
      row.fn.countAll<number>().as('waiting'),
    ])
    .groupBy(['site_id', 'answers'])
    .execute()

/** How many participants wait at a site. */
export type WaitingAtSite = { id: number; title: string; waiting: number }

/** The sites that take part and at which participants wait, with their number, in order of id. */
export const countWaitingAtSites = async (queries: Queries, trialId: number): Promise<WaitingAtSite[]> =>
  inReach(queries, trialId, 'all')
    .innerJoin('sites', 'sites.id', 'waiting_participants.site_id')
    .where('sites.is_deleted', '=', false)
    .select(['sites.id', 'sites.title', (row) => row.fn.countAll<number>().as('waiting')])
    .groupBy(['sites.id', 'sites.title'])
    .orderBy('sites.id')
    .execute()

/** Whether a trial has a participant with this comparable id, and whether one waits. The trial is locked. */
export const findStanding = async (transaction: Queries, trialId: number, comparableId: string) => {
  const { rows } = await sql<{ is_randomised: boolean; is_waiting: boolean }>`
    select exists (select from participants where trial_id = ${trialId} and comparable_id = ${comparableId}) as is_randomised,
      exists (select from waiting_participants where trial_id = ${trialId} and comparable_id = ${comparableId}) as is_waiting
  `.execute(transaction)
  return memberAt(rows, 0)
}

export const insertWaiting = async (
  transaction: Queries,
  { answers, ...waiting }: NewWaitingParticipant,
): Promise<number> => {
  const { id } = await transaction
    .insertInto('waiting_participants')
    .values({ ...waiting, answers: JSON.stringify(answers) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes a participant off the list; undefined where none with this id waits at these sites. */
export const deleteWaiting = async (transaction: Queries, trialId: number, sites: PermittedSites, id: number) =>
  transaction
    .deleteFrom('waiting_participants')
    .where('trial_id', '=', trialId)
    .where(atSites('waiting_participants.site_id', sites))
    .where('id', '=', id)
    .returning(['participant_id', 'site_id'])
    .executeTakeFirst()
