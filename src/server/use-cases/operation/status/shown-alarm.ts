import type { Alarm } from '#contract/service-status'
import type { AlarmRow } from '../../../ground/db/alarms'

/** An alarm for a person from whom these trials are hidden. It is shown without them: somebody must see every alarm. */
export const shownAlarm = (row: NonNullable<AlarmRow>, hidden: readonly number[]): Alarm => {
  const { id, kind, first_seen_at, last_seen_at, trial_id, trial_title, acknowledged_at } = row
  const { acknowledged_by_id, acknowledged_by_name } = row
  const isNamed = trial_id !== null && trial_title !== null && !hidden.includes(trial_id)
  const isAcknowledged = acknowledged_at !== null && acknowledged_by_id !== null && acknowledged_by_name !== null
  return {
    id,
    kind,
    trial: isNamed ? { id: trial_id, title: trial_title } : null,
    first_seen_at,
    last_seen_at,
    acknowledged: isAcknowledged
      ? { at: acknowledged_at, by: { id: acknowledged_by_id, name: acknowledged_by_name } }
      : null,
  }
}
