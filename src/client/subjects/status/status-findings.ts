import type { CheckStatus, JobStatus, ServiceStatus } from '#contract/service-status'
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

type Beside = { zone: string | null; now: number }

/** Each part of the service; `now` is the server's time in milliseconds since the epoch. */
export const statusFindings = (status: ServiceStatus, beside: Beside): Finding[] => [
  {
    title: 'Ledgers',
    ...checked(status.checks.self_check, beside, {
      many: (count) => counted(count, 'ledger'),
      wrong: (count) => `${counted(count, 'ledger')} found wrong.`,
      never: 'The ledgers were not checked yet.',
      log: 'self-check',
      hour: '02:40',
    }),
  },
  {
    title: 'Audit log',
    ...checked(status.checks.audit_log, beside, {
      many: (count) => counted(count, 'entry', 'entries'),
      wrong: (count) => `${counted(count, 'part')} of the audit log found altered.`,
      never: 'The audit log was not checked yet.',
      log: 'check_audit_chains',
      hour: '03:10',
    }),
  },
  { title: 'Backup', ...backup(status, beside) },
  { title: 'Emails', ...emails(status, beside) },
  ...(status.certificates.length === 0 ? [] : [{ title: 'Certificates', ...certificates(status, beside) }]),
  ...(status.clock === null ? [] : [{ title: 'Clock', ...wrongClock(status.clock) }]),
  { title: 'Jobs', ...jobs(status, beside) },
]

type Untitled = Omit<Finding, 'title'>

const good = (text: string): Untitled => ({ state: 'good', text, todo: null })
const attention = (text: string, todo: string): Untitled => ({ state: 'attention', text, todo })

type CheckWords = {
  many: (count: number) => string
  wrong: (count: number) => string
  never: string
  /** The text to search the log for. */
  log: string
  /** When it runs, in UTC. */
  hour: string
}

const checked = (check: CheckStatus, { zone, now }: Beside, text: CheckWords): Untitled => {
  const nightly = `It is checked every night. A server must run at ${text.hour} UTC, or start after it.`
  if (check === null) return attention(text.never, nightly)
  const lastTime = `Last checked ${formatInstant(check.at, zone)}.`
  if (check.wrong > 0)
    return {
      state: 'wrong',
      text: `${text.wrong(check.wrong)} ${lastTime}`,
      todo: 'Keep the database as it is. Follow the steps of the open alarm.',
    }
  if (check.unchecked > 0)
    return attention(
      `${text.many(check.unchecked)} could not be checked. ${lastTime}`,
      `Search the server’s log for “${text.log}”.`,
    )
  if (isOld(check.at, now)) return attention(lastTime, `${nightly} Search the server’s log for “${text.log}”.`)
  return good(`${text.many(check.checked)} found correct. ${lastTime}`)
}

const BACK_UP = 'Run “npm run backup -- FILE” every day. Store the file and SEED_KEY elsewhere, each in its own place.'
const OTHER_TOOLS = 'Backups by other tools are not shown here.'

const backup = ({ backup: last }: ServiceStatus, { zone, now }: Beside): Untitled => {
  if (last === null) return attention('No backup is recorded.', `${BACK_UP} ${OTHER_TOOLS}`)
  const lastTime = `Last backup ${formatInstant(last.finished_at, zone)}.`
  return isOld(last.finished_at, now) ? attention(lastTime, `${BACK_UP} ${OTHER_TOOLS}`) : good(lastTime)
}

const emails = ({ mail }: ServiceStatus, { zone, now }: Beside): Untitled => {
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

const certificates = ({ certificates: all }: ServiceStatus, { zone, now }: Beside): Untitled => {
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

const certificateWords = (host: string, ends_at: string | null, { zone, now }: Beside): string => {
  if (ends_at === null) return `${host}: unknown.`
  return `${host}: ${Date.parse(ends_at) > now ? 'until' : 'ended'} ${formatInstant(ends_at, zone)}.`
}

const jobs = ({ jobs: all }: ServiceStatus, { now }: Beside): Untitled => {
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

const isOld = (at: string, now: number): boolean => now - Date.parse(at) > OLD_MS
