import type { PermittedSites } from '#domain/people/permissions'
import type { StudyPackStatus } from '#domain/study-packs/study-pack'
import { sql } from 'kysely'
import type { Queries } from './transaction'
import { amongReached, containsPattern, type ReachedTrials } from './trials'

/** A trial as searches need it: what is shown of it, and what decides who finds what in it. */
export const findSearchedTrials = async (queries: Queries, reached: ReachedTrials) =>
  amongReached(queries, reached)
    .select(['id', 'title', 'trial_status_id', 'is_protected_trial', 'is_managing_packs', 'is_site_managing_packs'])
    .orderBy('id', 'desc')
    .execute()

/** The sites of a trial at which somebody finds records. */
export type SearchedReach = { trial_id: number; sites: PermittedSites; is_site_managing_packs: boolean }

/** A search: the text, the ids that come first, and how many are looked for. Without a text only those ids are. */
type Search = { q: string; first: readonly number[]; most: number }

export type FoundParticipantRow = {
  id: number
  trial_id: number
  trial_sequence_no: number
  participant_id: string | null
  created_at: string
  is_flagged: boolean
}

/** Participants by part of their ID or by their number, the newest first. */
export const searchParticipants = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, most }: Search,
): Promise<FoundParticipantRow[]> => {
  if (reach.length === 0) return []
  const matches =
    q === ''
      ? sql`true`
      : sql`(participants.comparable_id like ${containsPattern(q.toLowerCase())}
          or participants.trial_sequence_no = ${wholeNumber(q)}::bigint)`
  const { rows } = await sql<FoundParticipantRow>`
    with reach as materialized (${rowsOf(reach)}), matching as (
      select participants.id, participants.trial_id, trial_sequence_no, participant_id, created_at, is_flagged
      from participants join reach on reach.trial_id = participants.trial_id
        and (reach.site_ids is null or participants.site_id = any (reach.site_ids))
      where ${matches}
    )
    (select * from matching where id = any (${[...first]}::bigint[]) order by id desc limit ${most})
    ${
      q === ''
        ? sql``
        : sql`union all (select * from matching where id <> all (${[...first]}::bigint[]) order by id desc limit ${most})`
    }
  `.execute(queries)
  return rows.slice(0, most)
}

export type FoundPackRow = {
  id: number
  trial_id: number
  pack_id: string
  study_pack_status_id: StudyPackStatus['id']
  participant_id: number | null
  trial_sequence_no: number | null
  participant_name: string | null
}

/**
 * Packs by part of their own ID, or of these participants. Their order is that of their own IDs, which tells nothing of the groups.
 */
export const searchStudyPacks = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, most, participants }: Search & { participants: readonly number[] },
): Promise<FoundPackRow[]> => {
  if (reach.length === 0) return []
  const packs = (where: ReturnType<typeof sql>) => sql<FoundPackRow>`(
    select study_packs.id, study_packs.trial_id, study_packs.pack_id, study_packs.study_pack_status_id,
      participants.id as participant_id, participants.trial_sequence_no, participants.participant_id as participant_name
    from study_packs join reach on reach.trial_id = study_packs.trial_id
      left join participant_groups on participant_groups.study_pack_id = study_packs.id
      left join participants on participants.id = participant_groups.participant_id
    where (reach.site_ids is null or coalesce(
        coalesce(participants.site_id, study_packs.site_id) = any (reach.site_ids), not reach.is_site_managing_packs))
      and ${where}
    order by study_packs.pack_id, study_packs.id limit ${most}
  )`
  const own = sql`study_packs.pack_id ilike ${containsPattern(q)}`
  const ofThese = sql`participant_groups.participant_id = any (${[...participants]}::bigint[])`
  const isFirst = sql`study_packs.id = any (${[...first]}::bigint[])`
  const { rows } = await sql<FoundPackRow>`
    with reach as materialized (${rowsOf(reach)})
    ${
      q === ''
        ? packs(isFirst)
        : sql`${packs(sql`${isFirst} and (${own} or ${ofThese})`)} union all ${packs(own)} union all ${packs(ofThese)}`
    }
  `.execute(queries)
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, most)
}

/** People by part of their name or address, or by their id. */
export const searchUsers = async (queries: Queries, { q, first, most }: Search) => {
  const matches = sql<boolean>`(${q} <> '' and (name ilike ${containsPattern(q)} or email ilike ${containsPattern(q)}
    or id = ${wholeNumber(q)}::bigint))`
  const isFirst = sql<boolean>`id = any (${[...first]}::bigint[])`
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(q === '' ? isFirst : matches)
    .orderBy(isFirst, 'desc')
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** People with a permission in one of these trials by part of their name, each once for each of the trials. */
export const searchTrialUsers = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, most }: Search,
): Promise<{ id: number; name: string; trial_id: number }[]> => {
  if (reach.length === 0) return []
  const isFirst = sql`users.id = any (${[...first]}::bigint[])`
  const { rows } = await sql<{ id: number; name: string; trial_id: number }>`
    with reach as materialized (${rowsOf(reach)})
    select users.id, users.name, reach.trial_id
    from reach join users on exists (
      select from user_permissions
      where user_permissions.user_id = users.id and user_permissions.trial_id = reach.trial_id and ended_at is null
        and (reach.site_ids is null or user_permissions.site_id is null or user_permissions.site_id = any (reach.site_ids))
    )
    where ${q === '' ? isFirst : sql`users.name ilike ${containsPattern(q)}`}
    order by ${isFirst} desc, users.name collate "und-x-icu", users.id, reach.trial_id desc limit ${most}
  `.execute(queries)
  return rows
}

const rowsOf = (reach: readonly SearchedReach[]) => {
  const rows = reach.map(({ sites, ...row }) => ({ ...row, site_ids: sites === 'all' ? null : sites }))
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as one (trial_id bigint, site_ids bigint[], is_site_managing_packs boolean)`
}

/** The number that a text is, or null: more digits are the number of no record. */
const wholeNumber = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
