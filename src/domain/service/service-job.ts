/**
 * Every automatic job of the service with its times, as minute, hour, day of month, month and day of week in UTC. A
 * name is stored and must never change.
 */
export const SERVICE_JOBS = [
  // All zones differ by whole quarters of an hour, so this meets each trial's midnight.
  { name: 'expire_study_packs', hours: '*/15 * * * *' },
  { name: 'alert_low_stock', hours: '*/5 * * * *' },
  { name: 'forget_sign_in_attempts', hours: '*/10 * * * *' },
  { name: 'record_refusals', hours: '5 * * * *' },
  { name: 'keep_house', hours: '10 2 * * *' },
  { name: 'rotate_signing_keys', hours: '25 2 * * *' },
  { name: 'check_every_trial', hours: '40 2 * * *' },
  { name: 'publish_ledger_heads', hours: '30 4 * * 1' },
  { name: 'check_audit_chains', hours: '10 3 * * *' },
  // At noon in UTC the month is over in every zone.
  { name: 'send_monthly_reports', hours: '20 12 1 * *' },
  { name: 'warn_of_ending_accounts', hours: '50 6 * * *' },
] as const

export type ServiceJobName = (typeof SERVICE_JOBS)[number]['name']

/** How the last run of a job ended; `running` while it is under way, null before its first run. */
export const JOB_OUTCOMES = ['done', 'failed', 'broken_off'] as const
export type JobOutcome = (typeof JOB_OUTCOMES)[number]
