import { STUDY_PACK_EVENTS, concernsPack, type StudyPackEvent, type StudyPackLog } from '#contract/study-packs'
import type { Visibility } from '#domain/people/blinding'
import { sql, type Expression } from 'kysely'
import { allocatedPacks } from './study-packs'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

type Person = { id: number; name: string }

/** One event of a pack, to be stored. */
export type NewPackLog = {
  study_pack_id: number
  created_at: string
  /** Null for an automatic action of the service. */
  actioned_by: number | null
  action: StudyPackEvent
  /** The resulting status of the pack. */
  study_pack_status_id: number
  comment: string
  performed_at: string | null
  clock_offset_ms: number | null
  clock_uncertain: boolean
  /** How much of the groups its writer saw. */
  writer_sight: Visibility
}

/** Stores events of packs, in one statement. */
export const insertPackLogs = async (transaction: Queries, logs: readonly NewPackLog[]): Promise<void> => {
  await sql`
    insert into study_pack_logs (
      study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment,
      performed_at, clock_offset_ms, clock_uncertain, writer_sight
    )
    select study_pack_id, created_at, actioned_by, action, study_pack_status_id, comment,
      performed_at, clock_offset_ms, clock_uncertain, writer_sight
    from jsonb_populate_recordset(null::study_pack_logs, ${JSON.stringify(logs)}::jsonb)
  `.execute(transaction)
}

/** A stored log. Never sent unchanged: `shownPackLog` blinds it. */
export type StoredPackLog = Omit<StudyPackLog, 'is_day_only'> & { writer_sight: Visibility | null }

/** The events of packs, the oldest first, by the id of the pack. */
export const findPackLogs = async (
  queries: Queries,
  packIds: Expression<unknown>,
): Promise<Map<number, StoredPackLog[]>> => {
  const rows = await queries
    .selectFrom('study_pack_logs as log')
    .leftJoin('users', 'users.id', 'log.actioned_by')
    .select([
      'log.id',
      'log.study_pack_id',
      'log.created_at',
      'log.performed_at',
      'log.clock_uncertain',
      'log.action',
      'log.comment',
      'log.writer_sight',
      'users.id as user_id',
      nameAt<string | null>('log.created_at').as('name'),
    ])
    .where(sql<boolean>`log.study_pack_id in ${packIds}`)
    .orderBy('log.id')
    .execute()
  const logs = new Map<number, StoredPackLog[]>()
  for (const { study_pack_id, user_id, name, ...log } of rows) {
    const entry = { ...log, actioned_by_user: personOf(user_id, name) }
    const sofar = logs.get(study_pack_id)
    if (sofar) sofar.push(entry)
    else logs.set(study_pack_id, [entry])
  }
  return logs
}

const personOf = (id: number | null, name: string | null): Person | null =>
  id === null || name === null ? null : { id, name }

/**
 * The last event of these kinds of each of these packs, by the id of the pack: by default of all kinds that concern the
 * pack itself.
 */
export const findLastPackLogs = async (
  queries: Queries,
  packIds: readonly number[],
  events: readonly StudyPackEvent[] = EVENTS_OF_PACK,
) => byPack(await lastLogs(queries, packIds).where('log.action', 'in', events).execute())

/** The event by which each of these packs got its present status, by the id of the pack. */
export const findLogsOfStatus = async (queries: Queries, packIds: readonly number[]) => {
  const isNew = sql<boolean>`log.study_pack_status_id is distinct from log.status_before`
  return byPack(await lastLogs(queries, packIds).where('log.action', 'in', EVENTS_OF_PACK).where(isNew).execute())
}

const EVENTS_OF_PACK = STUDY_PACK_EVENTS.filter(concernsPack)

/** The last log of each pack, each with the status before it; further conditions narrow which count. */
const lastLogs = (queries: Queries, packIds: readonly number[]) =>
  queries
    .with('step', (step) =>
      step
        .selectFrom('study_pack_logs')
        .select([
          'id',
          'study_pack_id',
          'created_at',
          'actioned_by',
          'action',
          'comment',
          'writer_sight',
          'study_pack_status_id',
        ])
        .select(sql`lag(study_pack_status_id) over (partition by study_pack_id order by id)`.as('status_before'))
        .where(sql<boolean>`study_pack_id = any(${[...packIds]}::bigint[])`),
    )
    .selectFrom('step as log')
    .leftJoin('users', 'users.id', 'log.actioned_by')
    .distinctOn('log.study_pack_id')
    .select(['log.study_pack_id', 'log.created_at', 'log.action', 'log.comment', 'log.writer_sight'])
    .select(['users.id as user_id', nameAt<string | null>('log.created_at').as('name')])
    .orderBy('log.study_pack_id')
    .orderBy('log.id', 'desc')

type LastLogRow = Awaited<ReturnType<ReturnType<typeof lastLogs>['execute']>>[number]

const byPack = (rows: readonly LastLogRow[]) =>
  new Map(
    rows.map(({ study_pack_id, user_id, name, ...log }) => [
      study_pack_id,
      { ...log, actioned_by_user: personOf(user_id, name) },
    ]),
  )

/** A confirmation of a pack by a second person. */
export type PackCheck = { study_pack_id: number; created_at: string; by: Person; writer_sight: Visibility | null }

/**
 * The confirmations of a trial's waiting packs since a moment, the latest first. All of them follow the pack's
 * allocation: only an Allocated pack can be confirmed, and it is allocated once.
 */
export const findPackChecks = async (queries: Queries, trialId: number, since: string): Promise<PackCheck[]> => {
  const rows = await allocatedPacks(queries, trialId)
    .innerJoin('study_pack_logs as log', 'log.study_pack_id', 'study_packs.id')
    .innerJoin('users', 'users.id', 'log.actioned_by')
    .select([
      'log.study_pack_id',
      'log.created_at',
      'log.writer_sight',
      'users.id',
      nameAt('log.created_at').as('name'),
    ])
    .where('log.action', '=', 'check')
    .where('log.created_at', '>=', since)
    .orderBy('log.id', 'desc')
    .execute()
  return rows.map(({ id, name, ...check }) => ({ ...check, by: { id, name } }))
}
