import { STORED_ACTION_VERSION } from '#contract/stored-action'
import { isOpen, OUTBOX_STATES, type OutboxState } from '#offline/outbox-item'
import { wordsOf } from '../offline/connection-pill'
import type { Connection } from '../offline/connection'
import { isPutBack, type ClockReading } from '../../api/server-clock'
import type { Persistence } from '../offline/persistence'
import type { OutboxView } from '../outbox/outbox-view'
import type { Session } from '../../session/session'
import { counted, formatNumber } from '../../ui/format-number'
import { formatInstant } from '../../ui/format-time'
import type { Traffic, TrafficNote } from '../../api/device-traffic'
import type { DeviceFacts } from './read-device'

/** One line: the subject, and its state. */
export type DiagnosisLine = readonly [about: string, text: string]
export type Diagnosis = readonly { title: string; lines: readonly DiagnosisLine[] }[]

export type Findings = {
  app_version: string
  device: DeviceFacts
  connection: Connection
  traffic: Traffic
  outbox: OutboxView
  session: Session | null
  /** Why an answer could not be stored, or null while every one could. */
  storeError: string | null
  /** By this device's clock, in milliseconds since the epoch. */
  now: number
  /** By the clock of this page, which nobody sets. */
  steady: number
}

/**
 * The diagnosis of this device, safe to read out on the phone: kinds, counts, times and versions. It contains no name,
 * id, comment or token, whoever is signed in.
 */
export const diagnosisOf = (findings: Findings): Diagnosis => [
  { title: 'Connection', lines: connectionLines(findings) },
  { title: 'Outbox', lines: outboxLines(findings) },
  { title: 'App', lines: appLines(findings) },
  { title: 'Storage', lines: storageLines(findings) },
  { title: 'Last answers', lines: noteLines(findings.traffic.answers, 'None since this page was opened') },
  { title: 'Last errors', lines: noteLines(findings.traffic.errors, 'None since this page was opened') },
]

/** The same as text, to be sent or pasted. */
export const diagnosisText = (diagnosis: Diagnosis, at: number): string =>
  [
    `Equipoise, about this device, ${new Date(at).toISOString()}`,
    ...diagnosis.flatMap(({ title, lines }) => ['', title, ...lines.map(([about, text]) => `${about}: ${text}`)]),
  ].join('\n')

const connectionLines = ({ connection, traffic, session, now, steady }: Findings): DiagnosisLine[] => [
  ['State', wordsOf(connection.state, connection.since)],
  ['In this state for', duration(now - connection.since)],
  ['Device clock', clockWords(traffic.clock, { now, steady })],
  ['Signed in', session === null ? 'no' : `yes, for another ${duration(session.expires_at - now)}`],
]

const outboxLines = ({ outbox: { isLoaded, content, missing, unavailable }, now }: Findings): DiagnosisLine[] => {
  const canStore: DiagnosisLine = [
    'Can store actions',
    unavailable === null ? 'yes' : UNAVAILABLE_WORDS[unavailable.cause],
  ]
  // Nothing was read, so each figure is unknown, not zero.
  if (!isLoaded || unavailable !== null) return [['Waiting actions', NOT_KNOWN], canStore]
  const open = content.entries.filter(isOpen)
  const readable = content.actions.filter(isOpen)
  const oldest = readable.map(({ notes }) => notes[0]?.at ?? now).reduce((one, other) => Math.min(one, other), now)
  const count = (state: OutboxState) => content.entries.filter((entry) => entry.state === state).length
  return [
    ...OUTBOX_STATES.map((state): DiagnosisLine => [STATE_WORDS[state], formatNumber(count(state))]),
    ['Your oldest unsent action', readable.length === 0 ? 'none' : duration(now - oldest)],
    ['People with unsent actions', formatNumber(new Set(open.map(({ author }) => author.sub)).size)],
    ['Missing', formatNumber(missing.length)],
    ['Unreadable', formatNumber(content.unreadable.length)],
    ['Not verified', formatNumber(content.unverified.length)],
    canStore,
  ]
}

const STATE_WORDS: Record<OutboxState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  held: 'Waiting for a sign-in',
  attention: 'Refused',
  done: 'Done today',
  discarded: 'Discarded',
}

const UNAVAILABLE_WORDS = {
  newer: 'no, a newer version of the app was used: reload',
  not_kept: 'no, the browser stores nothing',
}

const appLines = ({ app_version, device }: Findings): DiagnosisLine[] => [
  ['Version', app_version],
  ['Service worker', device.worker],
  ['Version of the service worker', device.worker_version ?? NOT_KNOWN],
  ['New version waiting', device.is_update_waiting ? 'yes' : 'no'],
  ['Installed', device.is_installed ? 'yes' : 'no, in a browser tab'],
  ['Browser', device.browser],
  ['Screen', device.screen],
]

const storageLines = ({ device, storeError }: Findings): DiagnosisLine[] => [
  ['Used', bytes(device.used_bytes)],
  ['Allowed', bytes(device.quota_bytes)],
  ['Protected storage', PERSISTENCE_WORDS[device.persistence]],
  [
    'Answers that could not be stored',
    storeError === null ? 'none so far' : `some, the last one because of ${errorName(storeError)}`,
  ],
  ['Version of the stored answers', version(device.snapshot_tables)],
  ['Version of the outbox', version(device.outbox_tables)],
  ['Version of the unsent actions', String(STORED_ACTION_VERSION)],
]

/** The name alone: other parts of an error may concern a participant. */
const errorName = (text: string): string => /^\w*Error/.exec(text)?.[0] ?? 'an unknown reason'

const PERSISTENCE_WORDS: Record<Persistence, string> = {
  kept: 'yes, until a person removes it',
  not_asked: 'not requested yet',
  refused: 'no, the browser may delete it',
  unknown: 'not shown by this browser',
}

const NOT_KNOWN = 'not known'

const version = (tables: number | null): string => (tables === null ? NOT_KNOWN : String(tables))

const noteLines = (notes: readonly TrafficNote[], none: string): DiagnosisLine[] =>
  notes.length === 0 ? [[none, '']] : notes.map(({ at, kind }) => [timeOfDay(at), kind])

const timeOfDay = (at: number): string => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(new Date(at))

/** Smaller differences are unknown, in milliseconds: the server sends whole seconds. */
const SAME_CLOCK_MS = 2000

const clockWords = (heard: ClockReading | null, moment: Pick<Findings, 'now' | 'steady'>): string => {
  if (heard === null) return 'not compared yet'
  const heardAt = `last compared at ${formatInstant(new Date(heard.heard_at).toISOString(), null)}`
  if (isPutBack(heard, moment)) return `put back since it was ${heardAt}`
  return heard.steady === null ? `${offsetWords(heard)}, ${heardAt}` : offsetWords(heard)
}

const offsetWords = ({ offset_ms }: ClockReading): string =>
  Math.abs(offset_ms) < SAME_CLOCK_MS
    ? 'correct'
    : `${duration(Math.abs(offset_ms))} ${offset_ms > 0 ? 'behind' : 'ahead of'} the server’s`

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

/** A length of time in its largest unit, rounded down: "3 minutes". */
const duration = (ms: number): string => {
  const [length, unit] = UNITS.find(([unitLength]) => ms >= unitLength) ?? [1000, 'second']
  const count = Math.max(0, Math.floor(ms / length))
  return counted(count, unit)
}

const bytes = (count: number | null): string =>
  count === null ? NOT_KNOWN : `${formatNumber(Math.ceil(count / 1e6))} MB`
