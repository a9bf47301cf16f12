import type { CheckStatus, JobStatus } from '#contract/service-status'
import { SERVICE_JOBS, type ServiceJobName } from '#domain/service/service-job'
import type { findJobs } from '../../../ground/db/job-claims'
import { lastHour, nextHour } from '../../../ground/time/scheduled-hours'

type JobRow = Awaited<ReturnType<typeof findJobs>>[number]

/** Every job with the result of its last run and the time of the next. */
export const jobStatuses = (rows: readonly JobRow[], now: string): JobStatus[] =>
  SERVICE_JOBS.map(({ name, hours }) => {
    const row = rows.find((one) => one.name === name)
    return {
      name,
      started_at: row?.run_started_at ?? null,
      ended_at: row?.run_ended_at ?? null,
      outcome: row?.outcome ?? null,
      is_running: row !== undefined && isRunning(row, now),
      failures: row?.failures ?? 0,
      next_at: nextRun(row, hours, now),
    }
  })

/** A valid claim that is newer than the last end belongs to a run in progress. */
const isRunning = ({ run_started_at, run_ended_at, claimed_until }: JobRow, now: string): boolean =>
  run_started_at !== null &&
  claimed_until !== null &&
  claimed_until > now &&
  (run_ended_at === null || run_ended_at < run_started_at)

/** A job that is due runs when its claim ends, at the next look at the latest. */
const nextRun = (row: JobRow | undefined, hours: string, now: string): string => {
  const due = lastHour(hours, now)
  if (row === undefined || row.done_for === null || row.done_for < due) return row?.claimed_until ?? due
  return nextHour(hours, now)
}

/** The last complete run of a check. */
export const checkStatus = (rows: readonly JobRow[], name: ServiceJobName): CheckStatus => {
  const row = rows.find((one) => one.name === name)
  if (!row || row.done_at === null || row.checked === null) return null
  return { at: row.done_at, checked: row.checked, wrong: row.wrong ?? 0, unchecked: row.unchecked ?? 0 }
}
