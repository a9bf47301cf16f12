import type { MonthlyReport } from '#contract/monthly-report'
import { isReported, monthBefore } from '#domain/reports/monthly-report'
import { SERVICE_JOBS } from '#domain/service/service-job'
import { findLastMonthlyReport, findMonthlyRecipients } from '../../../ground/db/monthly-reports'
import type { Queries } from '../../../ground/db/transaction'
import { findTrialPeople, type TrialPerson } from '../../../ground/db/trial-people'
import type { TrialRow } from '../../../ground/db/trials'
import { dayIn } from '../../../ground/time/calendar'
import { nextHour } from '../../../ground/time/scheduled-hours'
import type { ServerContext } from '../../call/server-context'
import { mayGetReport } from './may-get-report'

type Reader = { config: Pick<ServerContext['config'], 'smtp_url'>; trial: TrialRow; user_id: number; now: string }

/** The recipients of a trial's monthly report as a person who manages them sees them, and when it is sent. */
export const shownMonthlyReport = async (
  queries: Queries,
  { config, trial, user_id, now }: Reader,
): Promise<MonthlyReport> => {
  const rows = await findMonthlyRecipients(queries, trial.id)
  const chosen = rows.map((recipient) => recipient.user_id)
  const withAccount = await findTrialPeople(queries, trial.id, now)
  const people = withAccount.filter((person) => mayGetReport(trial, person))
  // Whoever has no account now gets the report again once it is extended, so they are shown and can be removed.
  const isShown = ({ user_id: id }: { user_id: number }) =>
    people.some((person) => person.user_id === id) || !withAccount.some((person) => person.user_id === id)
  const recipients = rows.filter(isShown)
  const last = await findLastMonthlyReport(queries, trial.id)
  return {
    recipients: recipients.map(named),
    candidates: people
      .filter((person) => !chosen.includes(person.user_id) && mayBeChosen(trial, person, user_id))
      .map(named),
    last: last ?? null,
    next_at: nextReportAt(trial, now),
    is_written_to_files: config.smtp_url === null,
  }
}

/** People with a role in the trial, and the reader: this does not reveal the system's administrators. */
export const mayBeChosen = (
  trial: { id: number; is_protected_trial: boolean },
  person: Pick<TrialPerson, 'user_id' | 'permissions'>,
  chooser: number,
): boolean =>
  mayGetReport(trial, person) &&
  (person.user_id === chooser || person.permissions.some(({ trial_id }) => trial_id === trial.id))

const named = ({ user_id, name }: Pick<TrialPerson, 'user_id' | 'name'>) => ({ id: user_id, name })

/** When the reports are sent. */
export const monthlyReportHours = SERVICE_JOBS.find(({ name }) => name === 'send_monthly_reports')?.hours ?? ''

const nextReportAt = (trial: TrialRow, now: string): string | null => {
  const at = nextHour(monthlyReportHours, now)
  return isReported(trial, monthBefore(dayIn(trial.selected_timezone, at))) ? at : null
}
