import type { AlarmKind } from '#domain/service/alarm'
import { raiseAlarm } from '../../src/server/ground/db/alarms'
import type { TestPortal } from './portal'

/** Raises an alarm about a trial, or updates the open one. Returns its id. */
export const raisedAlarm = async (
  { database: { queries }, clock }: TestPortal,
  trial_id: number | null,
  kind: AlarmKind = 'ledger',
): Promise<number> => {
  await raiseAlarm(queries, { kind, trial_id }, clock.now())
  const { id } = await queries
    .selectFrom('alarms')
    .select('id')
    .where('kind', '=', kind)
    .where('trial_id', 'is not distinct from', trial_id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}
