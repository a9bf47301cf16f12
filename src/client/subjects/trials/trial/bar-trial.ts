import type { StoredTrial } from '#contract/stored-answers'

/** The facts of a trial in its bar, from the server or stored on this device. */
export type BarTrial = Pick<
  StoredTrial,
  | 'id'
  | 'title'
  | 'trial_status'
  | 'trial_status_id'
  | 'started_on'
  | 'ended_on'
  | 'end_on'
  | 'selected_timezone'
  | 'is_managing_packs'
>
