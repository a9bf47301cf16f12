import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import * as v from 'valibot'
import { LIMITS_OF_PERSON, SETTINGS } from './config'
import { isSecretSetting } from './secret-files'

/** The documentation of a setting for operators. */
export type SettingRow = {
  name: string
  /** The value where it is not set, in words where it depends on other settings; null for none. */
  value_unset: string | null
  example: string
  meaning: string
  /** Why the default is this number; null for what is no number. */
  why: string | null
  is_secret: boolean
}

type Documentation = { example: string; meaning: string; unset?: string; why?: string }
type Settings = Partial<Record<keyof typeof SETTINGS.entries, Documentation>>

/** Each setting of `SETTINGS` is in one of these; a test finds a missing one. */
const SECTIONS = {
  'Where it listens': {
    HOST: { example: '0.0.0.0', meaning: 'Address at which the server listens.' },
    PORT: {
      example: '8080',
      meaning: 'Port at which it listens; 0 takes a free one.',
      why: 'Ports below 1024 need a right that the server should not have.',
    },
    METRICS_PORT: {
      example: '9464',
      meaning: 'Port of /metrics for Prometheus. Anyone who reaches it can read it: allow only your monitoring.',
      unset: 'no metrics',
      why: 'It is read without a password, so it is open only where you ask for it.',
    },
    PUBLIC_URL: {
      example: 'https://randomise.example.org',
      meaning: 'Origin at which browsers reach the portal. On prod it must be https.',
      unset: 'http://localhost:PORT',
    },
    TRUSTED_PROXIES: {
      example: '127.0.0.1,10.0.0.0/8',
      meaning: 'Proxies whose X-Forwarded-For is believed: addresses and networks, with commas between them.',
      unset: 'none',
    },
  },
  'Where data lies': {
    DATABASE_URL: {
      example: 'postgres://portal:secret@db.example.org/portal',
      meaning: 'PostgreSQL database, 15 or newer. Several hosts need target_session_attrs=read-write.',
      unset: 'the embedded database in DATA_DIR',
    },
    MIGRATION_DATABASE_URL: {
      example: 'postgres://owner:secret@db.example.org/portal',
      meaning:
        'The same database as the owner of its tables, for npm run migrate. DATABASE_URL then names a role that only serves.',
      unset: 'the role of DATABASE_URL owns the tables',
    },
    EMBEDDED_DATABASE: { example: 'yes', meaning: 'Whether prod may use the embedded database instead of a server.' },
    DATA_DIR: {
      example: '/var/lib/equipoise',
      meaning: 'Folder of the embedded database, and of what a sample instance writes.',
    },
    DATABASE_CONNECTIONS: {
      example: '20',
      meaning: 'Connections of one process at once, 3 to 100. Writes in one trial take a third of them at most.',
      why: 'Two busy trials leave some for others. PostgreSQL’s usual 100 connections have room for several processes.',
    },
    DATABASE_CONNECTION_SECONDS: {
      example: '5',
      meaning: 'Longest wait for a connection; then the answer is 503.',
      why: 'The app gives up after 30 seconds. This wait and the longest statement end before, so people read why.',
    },
    DATABASE_STATEMENT_SECONDS: {
      example: '15',
      meaning: 'Longest statement, and longest wait for a turn in a trial.',
      why: 'It is half of the 30 seconds after which the app gives up.',
    },
    DATABASE_COMMIT_SECONDS: {
      example: '5',
      meaning:
        'Longest commit that waits for a standby. Its outcome is then unknown until the same request is sent again.',
      why: 'Sending again is safe, so people need not wait long for a standby that is away.',
    },
  },
  Secrets: {
    SEED_KEY: {
      example: 'what openssl rand -hex 32 prints',
      meaning: 'Key of 32 bytes that seals every seed. Without it no trial can continue: keep a copy.',
      unset: 'on local and test one of its own in DATA_DIR',
    },
    SEED_KEY_PREVIOUS: {
      example: 'the earlier key',
      meaning: 'Earlier keys, with commas between them. They open what they sealed, until npm run reseal.',
    },
  },
  Log: {
    LOG_LEVEL: {
      example: 'warn',
      meaning: 'Least level of a line in the log: debug, info, warn or error.',
      unset: 'warn in a terminal, else info',
    },
  },
  'What it is': {
    INSTANCE: {
      example: 'prod',
      meaning: 'prod is the real service. local and test load sample data. Any other name is shown in a banner.',
    },
    UNIVERSITY: { example: 'northern', meaning: 'Short name of the university, as used in addresses.' },
    UNIVERSITY_NAME: { example: 'University of the North', meaning: 'Name of the university.' },
    SERVICE_NAME: { example: 'Trial Randomisation', meaning: 'Name of the service.' },
    SERVICE_URL: {
      example: 'https://www.example.org/randomisation',
      meaning: 'Website to which the welcome page leads for pricing and registration.',
    },
    PRIVACY_URL: {
      example: 'https://www.example.org/privacy',
      meaning: 'Privacy notice, linked from the footer of every page.',
      unset: 'no such link',
    },
    CONTACT_URL: {
      example: 'mailto:trials@example.org',
      meaning: 'Page or email address to contact the service, linked from the footer of every page.',
      unset: 'no such link',
    },
    ERROR_REPORT_URL: {
      example: 'https://help.example.org/report',
      meaning: 'Page that Report this error opens, with the error in its address.',
      unset: 'no such button',
    },
    GOOGLE_ANALYTICS_ID: {
      example: 'G-ABC123',
      meaning: 'Measurement ID with which opened pages are counted, on prod only: no names, IDs or cookies are sent.',
    },
    UNIVERSITY_LOGO: {
      example: '/etc/equipoise/logo.svg',
      meaning: 'SVG or PNG file of at most 64 KiB, shown beside the name of the service.',
    },
    UNIVERSITY_LOGO_DARK: { example: '/etc/equipoise/logo-dark.svg', meaning: 'The same for the dark scheme.' },
    UNIVERSITY_ACCENT: {
      example: '#D6336C',
      meaning: 'Colour of the line below the header. It needs a contrast of 3 to 1 in both schemes.',
    },
  },
  Email: {
    SMTP_URL: {
      example: 'smtps://portal:secret@mail.example.org',
      meaning: 'Mail server. Required on prod. With smtp:// it must offer TLS (STARTTLS), except at localhost.',
      unset: 'emails become files in DATA_DIR',
    },
    MAIL_FROM: {
      example: 'Randomisation <trials@example.org>',
      meaning: 'Sender of every email.',
      unset: 'no-reply at the host of PUBLIC_URL',
    },
  },
  'Signing in': {
    SESSION_HOURS: {
      example: '12',
      meaning: 'Hours for which a token is valid unless it is renewed, at most 24.',
      why: 'It lasts a long shift.',
    },
    SESSION_IDLE_MINUTES: {
      example: '30',
      meaning: 'Minutes of inactivity after which a session ends, 5 to 1440.',
      why: 'It is four times the lock of a device, so most people meet the lock first.',
    },
    EXTERNAL_SECOND_FACTOR: {
      example: 'required',
      meaning: 'Whether external accounts must have a second factor: required or offered.',
      unset: 'required on prod, else offered',
    },
    BREACHED_PASSWORDS_URL: {
      example: 'https://api.pwnedpasswords.com/range',
      meaning: 'Further service for breached passwords, asked by the first five digits of their hash.',
    },
    SAMPLE_ACCOUNTS: {
      example: 'yes',
      meaning: 'Whether sample accounts, which need no password, may be used from other machines.',
    },
  },
  Trials: {
    TRIAL_REOPENING: {
      example: 'yes',
      meaning: 'Whether two system administrators may re-open a trial that was finished by mistake.',
    },
  },
  'Limits of requests, for each process and minute': {
    REQUESTS_PER_PERSON: {
      example: '1200',
      meaning: 'Requests of one person who is signed in.',
      unset: `${LIMITS_OF_PERSON.REQUESTS_PER_PERSON}; none on local and test`,
      why: 'A screen asks for some ten things. Only a loop opens two screens a second for minutes.',
    },
    WRITES_PER_PERSON: {
      example: '300',
      meaning: 'Of these, requests that write. Raise it for a program that records much in one name.',
      unset: `${LIMITS_OF_PERSON.WRITES_PER_PERSON}; none on local and test`,
      why: 'No person saves five times a second.',
    },
    OUTCOMES_PER_PERSON: {
      example: '120',
      meaning: 'Requests for the outcome of a randomisation.',
      why: 'Each may store a key for 90 days, so a loop must not make many.',
    },
    ANONYMOUS_REQUESTS_PER_ADDRESS: {
      example: '600',
      meaning: 'Sign-ins, invitations and wall views from one address.',
      why: 'They are some hundred sign-ins a minute. A whole hospital may stand behind one address.',
    },
  },
  'Requests at once, for each process': {
    REQUESTS_AT_ONCE: {
      example: '400',
      meaning: 'Requests that a process works on at once. Beyond that it refuses reports first and randomising last.',
      why: 'At some 600 answers a second, this is less than a second of waiting.',
    },
    REQUESTS_AT_ONCE_PER_PERSON: {
      example: '40',
      meaning: 'Of these, requests of one person who is signed in.',
      unset: `${LIMITS_OF_PERSON.REQUESTS_AT_ONCE_PER_PERSON}; none on local and test`,
      why: 'A page asks for some ten things, so four pages may load at once.',
    },
  },
} satisfies Record<string, Settings>

const PROVIDER_IDS = IDENTITY_PROVIDERS.map(({ id }) => id.toUpperCase()).join(', ')

/** The settings of each sign-in provider; `<ID>` is one of the providers' ids. */
const OF_PROVIDERS: Record<string, Documentation> = {
  ISSUER: { example: 'https://login.example.org', meaning: `Issuer of an OpenID provider; <ID> is ${PROVIDER_IDS}.` },
  CLIENT_ID: { example: 'portal', meaning: 'Name by which the provider knows the portal.' },
  CLIENT_SECRET: { example: 'what the provider issued', meaning: 'Secret of the portal at the provider.' },
  SCOPE: { example: 'openid profile email', meaning: 'Scopes that are requested, openid among them.', unset: 'openid' },
  SUBJECT: { example: 'oid', meaning: 'Claim that identifies a person permanently.', unset: 'sub' },
  TOKEN_ISSUER: { example: 'https://login.example.org/', meaning: 'Issuer in its tokens, where that differs.' },
  NONCE: { example: 'no', meaning: 'Whether it returns the nonce.', unset: 'yes' },
  PKCE: { example: 'no', meaning: 'Whether it supports PKCE.', unset: 'yes' },
}

/** Every setting, in sections, with its default from the schema that reads it. */
export const SETTINGS_TABLE: readonly { title: string; rows: readonly SettingRow[] }[] = [
  ...Object.entries(SECTIONS).map(([title, settings]) => ({
    title,
    rows: Object.entries<Documentation>(settings).map(([name, documentation]) =>
      rowOf(name, documentation, defaultOf(name)),
    ),
  })),
  {
    title: 'Sign-in providers',
    rows: Object.entries(OF_PROVIDERS).map(([ending, documentation]) =>
      rowOf(`OIDC_<ID>_${ending}`, documentation, null),
    ),
  },
]

function rowOf(name: string, { example, meaning, unset, why }: Documentation, value: string | null): SettingRow {
  return {
    name,
    example,
    meaning,
    why: why ?? null,
    value_unset: unset ?? value,
    is_secret: isSecretSetting(name.replace('<ID>', 'SSO')),
  }
}

function defaultOf(name: string): string | null {
  const entries: Record<string, Parameters<typeof v.getDefault>[0]> = SETTINGS.entries
  const entry = entries[name]
  const value: unknown = entry === undefined ? null : v.getDefault(entry)
  return typeof value === 'string' && value !== '' ? value : null
}
