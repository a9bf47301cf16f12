import type { AlarmKind } from '#domain/service/alarm'
import type { Queries } from './transaction'

/** The subject of an alarm: a ledger, or the audit log of a trial, or of no trial. */
export type AlarmSubject = { kind: AlarmKind; trial_id: number | null }

/**
 * Records the fault that a check found. Returns whether the alarm is new: an open one of the same subject is only
 * updated.
 */
export const raiseAlarm = async (
  transaction: Queries,
  { kind, trial_id }: AlarmSubject,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('alarms')
    .set({ last_seen_at: now })
    .where('kind', '=', kind)
    .where('trial_id', 'is not distinct from', trial_id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return false
  const raised = await transaction
    .insertInto('alarms')
    .values({ kind, trial_id, first_seen_at: now, last_seen_at: now })
    // Another process has raised the same alarm at this moment.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}

/** An alarm with its trial, where that exists. */
export type AlarmRow = Awaited<ReturnType<typeof findAlarm>>

const alarms = (queries: Queries) =>
  queries
    .selectFrom('alarms')
    .leftJoin('trials', 'trials.id', 'alarms.trial_id')
    .leftJoin('users', 'users.id', 'alarms.acknowledged_by')
    .select([
      'alarms.id',
      'kind',
      'first_seen_at',
      'last_seen_at',
      'acknowledged_at',
      'reason',
      'trials.id as trial_id',
      'trials.title as trial_title',
      'users.id as acknowledged_by_id',
      'users.name as acknowledged_by_name',
    ])

/** The open alarms, the oldest first. */
export const findOpenAlarms = (queries: Queries) =>
  alarms(queries).where('acknowledged_at', 'is', null).orderBy('first_seen_at').orderBy('alarms.id').execute()

export const findAlarm = (queries: Queries, id: number) =>
  alarms(queries).where('alarms.id', '=', id).executeTakeFirst()

/** Acknowledges an open alarm. Returns whether it was still open. */
export const acknowledgeAlarm = async (
  transaction: Queries,
  id: number,
  acknowledgement: { acknowledged_at: string; acknowledged_by: number; reason: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('alarms')
    .set(acknowledgement)
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The number of open alarms of each kind; kinds without any are left out. */
export const countOpenAlarms = async (queries: Queries): Promise<ReadonlyMap<AlarmKind, number>> => {
  const rows = await queries
    .selectFrom('alarms')
    .select((row) => ['kind', row.fn.countAll<number>().as('count')])
    .where('acknowledged_at', 'is', null)
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}
