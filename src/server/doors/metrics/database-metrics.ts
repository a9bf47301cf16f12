import { ALARM_KINDS } from '#domain/service/alarm'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { OPEN_DEVICE_ACTION_STATES } from '#domain/this-device/device-action'
import { setTimeout } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { ServerContext } from '../../use-cases/call/server-context'
import { countOpenAlarms } from '../../ground/db/alarms'
import { countAbandonedEmails, findJobsDone, findMailBacklog } from '../../ground/db/backlog'
import { findLastBackup } from '../../ground/db/backups'
import { countOpenDeviceActions } from '../../ground/db/device-actions'
import type { Queries } from '../../ground/db/transaction'
import { EVERY_JOB } from '../jobs/every-job'
import { earlierByMs } from '../../ground/time/clock'
import { lastHour } from '../../ground/time/scheduled-hours'

type Watched = Pick<ServerContext, 'database' | 'now'>

/** The longest wait for the database at a scrape, in milliseconds: well below the ten seconds that Prometheus waits. */
const LONGEST_READ_MS = 3_000

/** For how long after it was queued a failed email is counted, in milliseconds: the alert ends without a decision. */
const ABANDONED_FOR_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Adds the figures that are read at each scrape: connections, and the backlogs in the database. Returns a function that
 * reads them. While the database is away, `equipoise_database_up` is 0 and the backlogs are left out, since old figures
 * would mislead.
 */
export const watchDatabase = (registry: Registry, { database, now }: Watched): (() => Promise<void>) => {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('equipoise_database_up', 'Whether the database answered this scrape.')
  const connections = gauge('equipoise_database_connections', 'Connections of this process, by state.', 'state')
  const emails = gauge('equipoise_emails_waiting', 'Emails that are not sent yet.')
  const failedEmails = gauge('equipoise_emails_failing', 'Emails not sent yet that failed at least once.')
  const abandonedEmails = gauge(
    'equipoise_emails_abandoned',
    'Emails of the last seven days that are not tried any more.',
  )
  const mailAge = gauge('equipoise_emails_oldest_seconds', 'Age of the oldest email that is not sent yet.')
  const lastDone = gauge(
    'equipoise_job_done_timestamp_seconds',
    'Scheduled time for which a job was last done.',
    'name',
  )
  const overdue = gauge('equipoise_job_overdue_seconds', 'Time since a job was due; 0 where it is done.', 'name')
  const alarmsOpen = gauge('equipoise_alarms_open', 'Alarms that are not acknowledged, by kind.', 'kind')
  const backupDone = gauge('equipoise_backup_timestamp_seconds', 'Moment of the last backup by npm run backup.')
  const deviceActionsOpen = gauge(
    'equipoise_device_actions_open',
    'Actions that devices reported as not recorded, and that are not settled, by state.',
    'state',
  )

  const show = ({ mail, abandoned, jobs, alarms, backup, deviceActions }: Backlogs) => {
    const time = Date.parse(now())
    emails.set(mail.waiting)
    failedEmails.set(mail.failed_before)
    abandonedEmails.set(abandoned)
    for (const kind of ALARM_KINDS) alarmsOpen.set({ kind }, alarms.get(kind) ?? 0)
    for (const state of OPEN_DEVICE_ACTION_STATES) deviceActionsOpen.set({ state }, deviceActions.get(state) ?? 0)
    if (backup === undefined) backupDone.remove()
    else backupDone.set(Date.parse(backup.made_at) / 1000)
    mailAge.set(mail.oldest === null ? 0 : secondsBetween(mail.oldest, time))
    for (const { name, hours } of EVERY_JOB) {
      const due = lastHour(hours, now())
      const doneFor = jobs.get(name)
      overdue.set({ name }, doneFor === undefined || doneFor < due ? secondsBetween(due, time) : 0)
      if (doneFor !== undefined) lastDone.set({ name }, Date.parse(doneFor) / 1000)
    }
  }

  const leaveOut = () => {
    for (const one of [emails, failedEmails, abandonedEmails, mailAge, backupDone]) one.remove()
    for (const one of [lastDone, overdue, alarmsOpen, deviceActionsOpen]) one.reset()
  }

  return async () => {
    for (const [state, value] of Object.entries(database.connections())) connections.set({ state }, value)
    const read = await readInTime(readBacklogs(database.queries, now()))
    up.set(read === null ? 0 : 1)
    if (read === null) leaveOut()
    else show(read)
  }
}

const secondsBetween = (earlier: string, time: number): number => Math.max(0, (time - Date.parse(earlier)) / 1000)

type Backlogs = Awaited<ReturnType<typeof readBacklogs>>

const readBacklogs = async (queries: Queries, now: string) => ({
  mail: await findMailBacklog(queries),
  abandoned: await countAbandonedEmails(queries, earlierByMs(now, ABANDONED_FOR_MS)),
  jobs: await findJobsDone(queries),
  alarms: await countOpenAlarms(queries),
  backup: await findLastBackup(queries),
  deviceActions: await countOpenDeviceActions(queries, studyPackStatusId('allocated')),
})

/** The result of a reading; null where it fails or takes too long. Callers that need the database log its loss. */
const readInTime = async <T>(reading: Promise<T>): Promise<T | null> => {
  const timer = new AbortController()
  const late = setTimeout(LONGEST_READ_MS, null, { signal: timer.signal }).catch(() => null)
  const read = await Promise.race([reading.catch(() => null), late])
  timer.abort()
  return read
}
