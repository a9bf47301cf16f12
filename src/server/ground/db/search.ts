import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import type { PermittedSites } from '#domain/people/permissions'
import type { StudyPackStatus } from '#domain/study-packs/study-pack'
import { sql, type RawBuilder } from 'kysely'
import type { Queries } from './transaction'
import { amongReached, containsPattern, type ReachedTrials } from './trials'

/** A trial for searches: its shown fields, and those that decide who finds what in it. */
export const findSearchedTrials = async (queries: Queries, reached: ReachedTrials) =>
  amongReached(queries, reached)
    .select(['id', 'title', 'trial_status_id', 'is_protected_trial', 'is_managing_packs', 'is_site_managing_packs'])
    .orderBy('id', 'desc')
    .execute()

/** The sites of a trial at which a person finds records. */
export type SearchedReach = { trial_id: number; sites: PermittedSites; is_site_managing_packs: boolean }

/** A search: the text, the ids that come first, and the most results. Without a text only those ids are found. */
type Search = { q: string; first: readonly number[]; limit: number }

export type FoundParticipantRow = {
  id: number
  trial_id: number
  trial_sequence_no: number
  participant_id: string | null
  created_at: string
  is_flagged: boolean
}

/**
 * Participants by part of their ID or by their number. First the one of exactly this ID, then those to come first, those of this
 * number and all others; each the newest first.
 */
export const searchParticipants = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, limit }: Search,
): Promise<FoundParticipantRow[]> => {
  if (reach.length === 0) return []
  // The newest first, by their key: with many matches only the last few are read.
  const those = (where: RawBuilder<unknown>) => sql`(
    select id, trial_id, trial_sequence_no, participant_id, created_at, is_flagged from participants
    where ${reached(reach)} and ${where} order by id desc limit ${limit}
  )`
  const [name, number] = [comparableParticipantId(q), wholeNumber(q)]
  const hasNumber = sql`trial_sequence_no = ${number}::bigint`
  const matches = sql`(comparable_id like ${containsPattern(name)} or ${hasNumber})`
  const isFirst = sql`id = any (${[...first]}::bigint[])`
  // In the order of the ranks. Each part is limited by itself, so that many later matches leave no exact one out; those are read by
  // their indexes, which begin with the trial.
  const exactly = (where: RawBuilder<unknown>) => sql`trial_id = any (${trialIdsOf(reach)}::bigint[]) and ${where}`
  const ranked =
    name === ''
      ? [isFirst]
      : [exactly(sql`comparable_id = ${name}`), sql`${isFirst} and ${matches}`, exactly(hasNumber), matches]
  const { rows } = await sql<FoundParticipantRow>`${sql.join(ranked.map(those), sql` union all `)}`.execute(queries)
  return onceEach(rows).slice(0, limit)
}

/**
 * Whether a participant is of a trial of which a person reaches every site, or at a site that they reach: without a
 * join, so that it costs little for each record.
 */
const reached = (reach: readonly SearchedReach[]) => sql`(
  trial_id = any (${wholeTrials(reach)}::bigint[]) or site_id = any (${namedSites(reach)}::bigint[])
)`

const trialIdsOf = (reach: readonly SearchedReach[]) => reach.map(({ trial_id }) => trial_id)
const wholeTrials = (reach: readonly SearchedReach[]) =>
  reach.filter(({ sites }) => sites === 'all').map(({ trial_id }) => trial_id)
const namedSites = (reach: readonly SearchedReach[]) =>
  reach.flatMap(({ sites }) => (sites === 'all' ? [] : [...sites]))

const onceEach = <Row extends { id: number }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

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
 * Packs by part of their own ID, ignoring only the case of A to Z, or of these participants. An allocated pack is at
 * its participant's site, as in `packsInReach`. First those of exactly this ID, then those to come first, and other matches by ID
 * in the order of their IDs; those of participants after them, the newest participant's first.
 */
export const searchStudyPacks = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, limit, participants }: Search & { participants: readonly number[] },
): Promise<FoundPackRow[]> => {
  if (reach.length === 0) return []
  const parts = reach.filter(({ sites }) => sites !== 'all')
  const free = parts.filter(({ is_site_managing_packs }) => !is_site_managing_packs)
  const isReached = sql`(pack.trial_id = any (${wholeTrials(reach)}::bigint[])
    or pack.trial_id = any (${parts.map(({ trial_id }) => trial_id)}::bigint[]) and coalesce(
      coalesce((
        select participants.site_id from participant_groups
        join participants
          on participants.id = participant_groups.participant_id and participants.trial_id = participant_groups.of_trial
        where participant_groups.study_pack_id = pack.id and participant_groups.of_trial = pack.trial_id
      ), pack.site_id) = any (${namedSites(parts)}::bigint[]),
      pack.trial_id = any (${free.map(({ trial_id }) => trial_id)}::bigint[])))`
  const those = (where: RawBuilder<unknown>) => sql`(
    select pack.id, pack.trial_id, pack.pack_id, pack.study_pack_status_id from study_packs as pack
    where ${where} and ${isReached} order by pack.id desc limit ${limit}
  )`
  // By the letters of ASCII: in those of every language, each comparison would take a hundred times as long.
  const own = sql`lower(pack.pack_id collate "C") like ${containsPattern(lowerAscii(q))}`
  // By the index of a trial's pack IDs, which has their own letters: as they were typed, or all of one case.
  const isExact = sql`pack.trial_id = any (${trialIdsOf(reach)}::bigint[])
    and pack.pack_id = any (${[q, lowerAscii(q), upperAscii(q)]}::text[])`
  const ofThese = sql`pack.id in (
    select study_pack_id from participant_groups where participant_id = any (${[...participants]}::bigint[])
  )`
  const isFirst = sql`pack.id = any (${[...first]}::bigint[])`
  const ranked = q === '' ? [isFirst] : [isExact, sql`${isFirst} and (${own} or ${ofThese})`, own, ofThese]
  const found = sql.join(ranked.map(those), sql` union all `)
  const { rows } = await sql<FoundPackRow>`
    select found.*, participants.id as participant_id, participants.trial_sequence_no,
      participants.participant_id as participant_name
    from (${found}) as found
      left join participant_groups
        on participant_groups.study_pack_id = found.id and participant_groups.of_trial = found.trial_id
      left join participants
        on participants.id = participant_groups.participant_id and participants.trial_id = participant_groups.of_trial
  `.execute(queries)
  const rankOf = ({ id, pack_id }: FoundPackRow) => {
    const own = lowerAscii(pack_id)
    return own === lowerAscii(q) ? 0 : first.includes(id) ? 1 : own.includes(lowerAscii(q)) ? 2 : 3
  }
  // A participant's pack is found by its participant: which of several similar packs they got is chance.
  const compare = (one: FoundPackRow, other: FoundPackRow): number =>
    rankOf(one) - rankOf(other) ||
    (rankOf(one) === 3 ? (other.participant_id ?? 0) - (one.participant_id ?? 0) : 0) ||
    (one.pack_id < other.pack_id ? -1 : 1)
  return onceEach(rows).toSorted(compare).slice(0, limit)
}

const upperAscii = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** People by part of their name or address, or by their id. */
export const searchUsers = async (queries: Queries, { q, first, limit }: Search) => {
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
    .limit(limit)
    .execute()
}

/** People with a permission in one of these trials by part of their name, each once for each of the trials. */
export const searchTrialUsers = async (
  queries: Queries,
  reach: readonly SearchedReach[],
  { q, first, limit }: Search,
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
    order by ${isFirst} desc, users.name collate "und-x-icu", users.id, reach.trial_id desc limit ${limit}
  `.execute(queries)
  return rows
}

const rowsOf = (reach: readonly SearchedReach[]) => {
  const rows = reach.map(({ sites, ...row }) => ({ ...row, site_ids: sites === 'all' ? null : sites }))
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as one (trial_id bigint, site_ids bigint[], is_site_managing_packs boolean)`
}

/** The number in a text, or null: no record has a number with more digits. */
const wholeNumber = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
