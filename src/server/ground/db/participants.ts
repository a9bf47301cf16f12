import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import type { FlagStatusName } from '#domain/participants/participant'
import type { PermittedSites } from '#domain/people/permissions'
import { nameThenAndNow, namesThenAndNow } from '#domain/trials/renaming'
import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { atSites } from './at-sites'
import { instantInJson } from './instant-in-json'
import type { IdQuery } from './long-ids'
import type { Queries } from './transaction'
import { containsPattern } from './trials'
import { nameAt } from './user-names'

/**
 * A stored participant, with the names of the records to which it refers. Never sent unchanged: `shownParticipant` blinds it.
 */
export type ParticipantRow = {
  id: number
  trial_sequence_no: number
  created_at: string
  participant_id: string | null
  /** The allocation: one group, or one of each factor in order of the factors, each with its pack. */
  groups: AllocatedGroup[]
  site: { id: number; title: string }
  strata: { stratum: string; option: string }[]
  /** Every flag that was set or lifted, the oldest first. */
  flags: FlagRow[]
  is_flagged: boolean
  /** Whether a flag has taken the participant out of the counts that a draw uses. */
  is_counted_out: boolean
  is_unblinded: boolean
}

/** A study group by its names at the time of the allocation, with the present ones beside them where they differ. */
export type AllocatedGroup = {
  name: string
  label: string | null
  study_pack: { id: number; pack_id: string; study_pack_status_id: number } | null
}

export type FlagRow = {
  id: number
  created_at: string
  performed_at: string | null
  clock_uncertain: boolean
  flagged_by_user: { id: number; name: string }
  is_flagged: boolean
  comment: string
}

/** The search for participants of a trial: filters, sites and order. */
export type ParticipantsSearch = {
  trial_id: number
  sites: PermittedSites
  q: string
  flag_status?: FlagStatusName | undefined
  site_id?: number | undefined
  sort: keyof typeof SORTS
  order: 'asc' | 'desc'
}

type ParticipantsQuery = ParticipantsSearch & { page: number; page_size: number }

/** A trial's participants at the sites that a person reaches. */
export const inReach = (queries: Queries, trialId: number, sites: PermittedSites) =>
  queries
    .selectFrom('participants')
    .where('participants.trial_id', '=', trialId)
    .where(atSites('participants.site_id', sites))

type Found = ReturnType<typeof inReach>

/** The trial is named wherever its rows are read: what is partitioned by trial is read in one partition (decision 0105). */
const withLabels = (query: Found, trialId: number) =>
  query.innerJoin('sites', 'sites.id', 'participants.site_id').select((row) => [
    'participants.id',
    'participants.trial_sequence_no',
    'participants.created_at',
    'participants.participant_id',
    'participants.is_flagged',
    'participants.is_counted_out',
    'participants.is_unblinded',
    'sites.id as site_id',
    'sites.title as site_title',
    row
      .selectFrom('former_names')
      .select('former_names.name')
      .whereRef('former_names.site_id', '=', 'sites.id')
      .whereRef('former_names.last_sequence_no', '>=', 'participants.trial_sequence_no')
      .orderBy('former_names.id')
      .limit(1)
      .as('former_site_title'),
    jsonArrayFrom(
      row
        .selectFrom('participant_groups')
        .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
        .leftJoin('study_packs', (join) =>
          join
            .onRef('study_packs.id', '=', 'participant_groups.study_pack_id')
            .onRef('study_packs.trial_id', '=', 'participant_groups.of_trial'),
        )
        .select((group) => [
          'study_groups.name',
          'study_groups.label',
          jsonObjectFrom(
            group
              .selectFrom('former_names')
              .select(['former_names.name', 'former_names.label'])
              .whereRef('former_names.study_group_id', '=', 'study_groups.id')
              .whereRef('former_names.last_sequence_no', '>=', 'participants.trial_sequence_no')
              .orderBy('former_names.id')
              .limit(1),
          ).as('former'),
          'study_packs.id as study_pack_id',
          'study_packs.pack_id',
          'study_packs.study_pack_status_id',
        ])
        .where('participant_groups.of_trial', '=', trialId)
        .whereRef('participant_groups.participant_id', '=', 'participants.id')
        .orderBy('participant_groups.factorial_level'),
    ).as('groups'),
    jsonArrayFrom(
      row
        .selectFrom('participant_strata')
        .innerJoin('trial_strata', 'trial_strata.id', 'participant_strata.trial_stratum_id')
        .innerJoin('trial_stratum_options', 'trial_stratum_options.id', 'participant_strata.trial_stratum_option_id')
        .select(['trial_strata.name as stratum', 'trial_stratum_options.name as option'])
        .where('participant_strata.of_trial', '=', trialId)
        .whereRef('participant_strata.participant_id', '=', 'participants.id')
        .orderBy('trial_strata.id'),
    ).as('strata'),
    jsonArrayFrom(
      row
        .selectFrom('participant_flags')
        .innerJoin('users', 'users.id', 'participant_flags.flagged_by')
        .select([
          'participant_flags.id',
          instantInJson('participant_flags.created_at').as('created_at'),
          instantInJson<string | null>('participant_flags.performed_at').as('performed_at'),
          'participant_flags.clock_uncertain',
          'users.id as user_id',
          nameAt('participant_flags.created_at').as('user_name'),
          'participant_flags.is_flagged',
          'participant_flags.comment',
        ])
        .whereRef('participant_flags.participant_id', '=', 'participants.id')
        .orderBy('participant_flags.id'),
    ).as('flags'),
  ])

type FlatRow = Awaited<ReturnType<ReturnType<typeof withLabels>['execute']>>[number]

const nested = (row: FlatRow): ParticipantRow => ({
  id: row.id,
  trial_sequence_no: row.trial_sequence_no,
  created_at: row.created_at,
  participant_id: row.participant_id,
  groups: row.groups.map((group) => ({ ...namesThenAndNow(group.former, group), study_pack: packOf(group) })),
  site: { id: row.site_id, title: nameThenAndNow(row.former_site_title ?? row.site_title, row.site_title) },
  strata: row.strata,
  flags: row.flags.map(({ user_id, user_name, ...flag }) => ({
    ...flag,
    flagged_by_user: { id: user_id, name: user_name },
  })),
  is_flagged: row.is_flagged,
  is_counted_out: row.is_counted_out,
  is_unblinded: row.is_unblinded,
})

const packOf = ({
  study_pack_id,
  pack_id,
  study_pack_status_id,
}: FlatRow['groups'][number]): AllocatedGroup['study_pack'] =>
  study_pack_id === null || pack_id === null || study_pack_status_id === null
    ? null
    : { id: study_pack_id, pack_id, study_pack_status_id }

/** One page of a trial's participants at these sites, and their number. */
export const listParticipants = async (
  queries: Queries,
  search: ParticipantsQuery,
): Promise<{ rows: ParticipantRow[]; total: number }> => {
  const query = matching(queries, search)
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sort = SORTS[search.sort]
  // The page first and its names then: together, the names of every row before the page would be read in vain.
  const page = inOrder(query, search)
    .limit(search.page_size)
    .offset((search.page - 1) * search.page_size)
  const onPage = inReach(queries, search.trial_id, search.sites).where('participants.id', 'in', page)
  const rows = await withLabels(onPage, search.trial_id)
    .orderBy(sort, search.order)
    .orderBy('participants.id', search.order)
    .execute()
  return { rows: rows.map(nested), total }
}

/** The ids of all matching participants, in their order, by which a long list is read piece by piece. */
export const participantIds =
  (search: ParticipantsSearch): IdQuery =>
  (queries) =>
    inOrder(matching(queries, search), search)

const SORTS = {
  date: 'participants.created_at',
  sequence: 'participants.trial_sequence_no',
  participant_id: 'participants.comparable_id',
} as const

const matching = (queries: Queries, search: ParticipantsSearch): Found => {
  let query = inReach(queries, search.trial_id, search.sites)
  const looks = comparableParticipantId(search.q)
  if (search.q !== '') {
    query = query.where((row) =>
      row.or([
        row('participants.participant_id', 'ilike', containsPattern(search.q)),
        // What is compared as the same is found as the same.
        ...(looks === '' ? [] : [row('participants.comparable_id', 'like', containsPattern(looks))]),
        row(sql<string>`participants.trial_sequence_no::text`, '=', search.q),
      ]),
    )
  }
  if (search.flag_status !== undefined) {
    query = query.where('participants.is_flagged', '=', search.flag_status === 'Flagged')
  }
  return search.site_id === undefined ? query : query.where('participants.site_id', '=', search.site_id)
}

/** Orders the results as requested, and by id where that leaves a tie. */
const inOrder = (query: Found, { sort, order }: Pick<ParticipantsSearch, 'sort' | 'order'>) =>
  query.select('participants.id').orderBy(SORTS[sort], order).orderBy('participants.id', order)

/** Participants of a trial by id, at these sites, in order of id. */
export const findParticipants = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
  ids: readonly number[],
): Promise<ParticipantRow[]> => {
  const rows = await withLabels(inReach(queries, trialId, sites), trialId)
    .where('participants.id', 'in', [...ids, 0])
    .orderBy('participants.id')
    .execute()
  return rows.map(nested)
}

/** The most participants with the same ID that a refusal names. */
const MAX_OF_ONE_ID = 10

/** With each of these comparable ids the ids of a trial's participants that have it, at the sites given, in order; at most ten of each. */
export const findIdsByComparableIds = async <Lookup extends { comparable_id: string; sites: PermittedSites }>(
  queries: Queries,
  trialId: number,
  lookups: readonly Lookup[],
): Promise<(Lookup & { ids: number[] })[]> => {
  const places = lookups.map(({ comparable_id, sites }, place) => ({
    place,
    comparable_id,
    site_ids: sites === 'all' ? null : sites,
  }))
  const { rows } = await sql<{ place: number; id: number }>`
    select lookup.place, found.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as lookup (place integer, comparable_id text, site_ids bigint[])
    cross join lateral (
      select id from participants
      where trial_id = ${trialId} and participants.comparable_id = lookup.comparable_id
        and (lookup.site_ids is null or site_id = any(lookup.site_ids))
      order by id limit ${MAX_OF_ONE_ID}
    ) as found
    order by found.id
  `.execute(queries)
  return lookups.map((one, place) => ({ ...one, ids: rows.filter((row) => row.place === place).map(({ id }) => id) }))
}
