import type { JobStatus } from '#contract/service-status'
import type { ServiceJobName } from '#domain/service/service-job'
import type { Tone } from '../../ui/theme'

/** The task of each job. */
export const JOB_TITLES: Record<ServiceJobName, string> = {
  expire_study_packs: 'Expire study packs',
  alert_low_stock: 'Alert about low stock',
  forget_sign_in_attempts: 'Delete old sign-in attempts',
  record_refusals: 'Record refused requests',
  keep_house: 'Delete expired data',
  rotate_signing_keys: 'Replace signing keys',
  check_every_trial: 'Check every ledger',
  publish_ledger_heads: 'Email ledger heads',
  check_audit_chains: 'Check the audit log',
  send_monthly_reports: 'Email monthly reports',
  warn_of_ending_accounts: 'Email people whose account ends',
}

/** A job counts as late this long after its time, in milliseconds. */
const LATE_MS = 60 * 60_000

export const isLate = ({ next_at, is_running }: JobStatus, now: number): boolean =>
  !is_running && now - Date.parse(next_at) > LATE_MS

/** The state of a job in a word; `now` is milliseconds since the epoch. */
export const jobState = (job: JobStatus, now: number): { tone: Tone; word: string } => {
  if (job.is_running) return { tone: 'petrol', word: 'Running' }
  if (job.failures > 0) return { tone: 'red', word: 'Failed' }
  if (isLate(job, now)) return { tone: 'amber', word: 'Late' }
  if (job.outcome === 'broken_off') return { tone: 'amber', word: 'Stopped' }
  return job.outcome === null ? { tone: 'slate', word: 'Not run yet' } : { tone: 'green', word: 'Done' }
}
