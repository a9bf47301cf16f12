import type { StoredTrial } from '#contract/stored-answers'

/** What the bar shows of a trial, from the server or from this device. */
export type BarTrial = Pick<
  StoredTrial,
  'id' | 'title' | 'trial_status' | 'trial_status_id' | 'started_on' | 'ended_on' | 'end_on' | 'is_managing_packs'
>
