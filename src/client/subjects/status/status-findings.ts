import type { CheckStatus, JobStatus, ServiceStatus } from '#contract/service-status'
import { SERVICE_JOBS, type ServiceJobName } from '#domain/service/service-job'
import { counted } from '../../ui/format-number'
import { formatInstant } from '../../ui/format-time'
import { isLate, JOB_TITLES } from './job-words'

/** The state of one part of the service, and the next step where it is faulty. */
export type Finding = {
  title: string
  state: 'good' | 'unknown' | 'attention' | 'wrong'
  text: string
  todo: string | null
}

const HOUR_MS = 60 * 60_000
/** Checks and backups are due daily; a missed one is no news on the same day. */
const OLD_MS = 48 * HOUR_MS
/** How long before its end a certificate is reported: time to have one made by hand. */
const ENDS_SOON_MS = 21 * 24 * HOUR_MS

type Circumstances = { zone: string | null; now: number }

/** Each part of the service; `now` is the server's time in milliseconds since the epoch. */
export const statusFindings = (status: ServiceStatus, circumstances: Circumstances): Finding[] => [
  {
    title: 'Ledgers',
    ...checked(status.checks.self_check, circumstances, {
      inWords: (count) => counted(count, 'ledger'),
      wrong: (count) => `${counted(count, 'ledger')} found wrong.`,
      never: 'The ledgers were not checked yet.',
      log: 'self-check',
      job: 'check_every_trial',
    }),
  },
  {
    title: 'Audit log',
    ...checked(status.checks.audit_log, circumstances, {
      inWords: (count) => counted(count, 'entry', 'entries'),
      wrong: (count) => `${counted(count, 'part')} of the audit log found altered.`,
      never: 'The audit log was not checked yet.',
      log: 'check_audit_chains',
      job: 'check_audit_chains',
    }),
  },
  { title: 'Backup', ...backup(status, circumstances) },
  { title: 'Emails', ...emails(status, circumstances) },
  ...(status.certificates.length === 0 ? [] : [{ title: 'Certificates', ...certificates(status, circumstances) }]),
  ...(status.clock === null ? [] : [{ title: 'Clock', ...wrongClock(status.clock) }]),
  { title: 'Jobs', ...jobs(status, circumstances) },
]

type Untitled = Omit<Finding, 'title'>

const good = (text: string): Untitled => ({ state: 'good', text, todo: null })
const attention = (text: string, todo: string): Untitled => ({ state: 'attention', text, todo })

type CheckWords = {
  inWords: (count: number) => string
  wrong: (count: number) => string
  never: string
  /** The text to search the log for. */
  log: string
  job: ServiceJobName
}

const checked = (check: CheckStatus, { zone, now }: Circumstances, words: CheckWords): Untitled => {
  const nightly = `It is checked every night. A server must run at ${hourOf(words.job)} UTC, or start after it.`
  if (check === null) return attention(words.never, nightly)
  const lastTime = `Last checked ${formatInstant(check.at, zone)}.`
  if (check.wrong > 0)
    return {
      state: 'wrong',
      text: `${words.wrong(check.wrong)} ${lastTime}`,
      todo: 'Keep the database as it is. Follow the steps of the open alarm.',
    }
  if (check.unchecked > 0)
    return attention(
      `${words.inWords(check.unchecked)} could not be checked. ${lastTime}`,
      `Search the server’s log for “${words.log}”.`,
    )
  if (isOld(check.at, now)) return attention(lastTime, `${nightly} Search the server’s log for “${words.log}”.`)
  return good(`${words.inWords(check.checked)} found correct. ${lastTime}`)
}

const BACK_UP = 'Run “npm run backup -- FILE” every day. Store the file and SEED_KEY elsewhere, each in its own place.'
const OTHER_TOOLS = 'Backups by other tools are not shown here.'

const backup = ({ backup: last }: ServiceStatus, { zone, now }: Circumstances): Untitled => {
  if (last === null) return attention('No backup is recorded.', `${BACK_UP} ${OTHER_TOOLS}`)
  const lastTime = `Last backup ${formatInstant(last.finished_at, zone)}.`
  return isOld(last.finished_at, now) ? attention(lastTime, `${BACK_UP} ${OTHER_TOOLS}`) : good(lastTime)
}

const emails = ({ mail }: ServiceStatus, { zone, now }: Circumstances): Untitled => {
  if (mail.is_written_to_files)
    return attention('Emails are written to files. No one receives them.', 'Set SMTP_URL to send them.')
  const oldest = mail.oldest_queued_at
  if (oldest !== null && now - Date.parse(oldest) > HOUR_MS)
    return attention(
      `${counted(mail.waiting, 'email')} waiting, the oldest since ${formatInstant(oldest, zone)}.`,
      'Check the mail server of SMTP_URL. Search the server’s log for “an email could not be sent”.',
    )
  if (mail.failed > 0)
    return attention(
      `${counted(mail.failed, 'email')} could not be sent in the last 30 days.`,
      'Correct the address. Then send it again under Emails of its trial, or invite the user again.',
    )
  return good(mail.waiting === 0 ? 'No email is waiting.' : `${counted(mail.waiting, 'email')} waiting to be sent.`)
}

const certificates = ({ certificates: all }: ServiceStatus, { zone, now }: Circumstances): Untitled => {
  const text = all.map(({ host, ends_at }) => certificateWords(host, ends_at, { zone, now })).join(' ')
  const remaining = all.flatMap(({ ends_at }) => (ends_at === null ? [] : [Date.parse(ends_at) - now]))
  if (remaining.some((ms) => ms <= 0))
    return {
      state: 'wrong',
      text,
      todo: 'Renew the certificate, or tell who runs the host. Browsers and this server refuse an ended one.',
    }
  if (remaining.some((ms) => ms <= ENDS_SOON_MS))
    return attention(text, 'Renew the certificate before it ends, or tell who runs the host.')
  if (remaining.length < all.length)
    return { state: 'unknown', text, todo: 'This server could not reach the host. Watch its certificate elsewhere.' }
  return good(text)
}

const certificateWords = (host: string, ends_at: string | null, { zone, now }: Circumstances): string => {
  if (ends_at === null) return `${host}: unknown.`
  return `${host}: ${Date.parse(ends_at) > now ? 'until' : 'ended'} ${formatInstant(ends_at, zone)}.`
}

const jobs = ({ jobs: all }: ServiceStatus, { now }: Circumstances): Untitled => {
  const failed = all.filter(({ failures }) => failures > 0)
  if (failed.length > 0)
    return {
      state: 'wrong',
      text: `${counted(failed.length, 'job')} failed: ${titlesOf(failed)}.`,
      todo: 'Search the server’s log for “a job failed”. Each job is tried again every five minutes.',
    }
  const late = all.filter((job) => isLate(job, now))
  if (late.length > 0)
    return attention(
      `${counted(late.length, 'job')} late: ${titlesOf(late)}.`,
      'Check that a server is running. Then search its log for “job”.',
    )
  return good('All jobs run as planned.')
}

const wrongClock = ({ ahead_seconds }: NonNullable<ServiceStatus['clock']>): Untitled => {
  const seconds = Math.abs(ahead_seconds)
  const far = seconds < 120 ? counted(seconds, 'second') : counted(Math.round(seconds / 60), 'minute')
  return {
    state: 'wrong',
    text: `The clock of this server is ${far} ${ahead_seconds > 0 ? 'ahead of' : 'behind'} that of the database. This server runs no jobs.`,
    todo: 'Set the clocks of the server and of the database by NTP. Jobs then run within a minute.',
  }
}

const titlesOf = (some: readonly JobStatus[]): string => some.map(({ name }) => JOB_TITLES[name]).join(', ')

/** The time of a nightly job, in UTC, as `02:40`. */
const hourOf = (name: ServiceJobName): string => {
  const [minute = '', hour = ''] = SERVICE_JOBS.find((job) => job.name === name)?.hours.split(' ') ?? []
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

const isOld = (at: string, now: number): boolean => now - Date.parse(at) > OLD_MS
