import type { IdentityProviderId } from '#domain/sign-in/identity'
import type { BlockList } from 'node:net'
import type { AdmissionSettings } from './admission'
import type { LimitSettings } from './request-limits'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

type LogLevel = (typeof LOG_LEVELS)[number]

/** The number of connections, and their time limits, in milliseconds, where 0 is no limit. */
export type PoolSettings = {
  connections: number
  /** For a connection. */
  connection: number
  /** For a statement, by the server. */
  statement: number
  /** For a COMMIT, by the server: the longest wait for a required standby. */
  commit: number
}

/** The proxies whose `X-Forwarded-For` is trusted, by their addresses. */
export type TrustedProxies = Pick<BlockList, 'check'>

/** The prompts that a provider can be asked for (OpenID Connect Core, 3.1.2.1). */
export type Prompt = 'login' | 'select_account'

/** The portal's registration at a real sign-in provider, and the provider's peculiarities. */
export type ProviderSettings = {
  /** The address of its metadata. */
  issuer: string
  client_id: string
  client_secret: string
  /** The requested scope, words with blanks between them; `openid` is one. */
  scope: string
  /** The claim that identifies a person for good. */
  subject_claim: string
  /** Its name in tokens, where that is not `issuer`. */
  token_issuer: string | null
  /**
   * Whether it returns the nonce in its ID tokens. A provider that does not is sent none, and a nonce in its token is
   * refused.
   */
  has_nonce: boolean
  /** Whether it supports PKCE. */
  has_pkce: boolean
  /** The only prompt that it supports, or null for both. */
  only_prompt: Prompt | null
}

/** A provider that follows the specification. */
export const ORDINARY_PROVIDER = {
  scope: 'openid',
  subject_claim: 'sub',
  token_issuer: null,
  has_nonce: true,
  has_pkce: true,
  only_prompt: null,
} as const

/** The configured providers, by their id. */
export type Providers = Partial<Record<IdentityProviderId, ProviderSettings>>

/** The settings from the environment, each under its own name in lower case. */
export type Settings = {
  host: string
  /** 0 takes any free port. */
  port: number
  /** The port for metrics, beside `port`; null for none, 0 takes any free port. */
  metrics_port: number | null
  /** The address of the portal for browsers: an origin without a slash at its end. Null follows the port. */
  public_url: string | null
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trusted_proxies: TrustedProxies
  database_url: string | null
  /** The same database as the owner of its tables, where the role of `database_url` may not change the schema. */
  migration_database_url: string | null
  /** The connections to a database on a server, and their time limits. */
  database_pool: PoolSettings
  /** Absolute. */
  data_dir: string
  /** Null takes the default for the log's destination. */
  log_level: LogLevel | null
  instance: string
  university: string
  university_name: string
  service_name: string
  /** Files with the university's logo, for the light scheme and the dark one; absolute. */
  university_logo: string | null
  university_logo_dark: string | null
  /** `#RRGGBB`. */
  university_accent: string | null
  service_url: string | null
  /** Links of the footer: the privacy notice, and a page or email address for questions. */
  privacy_url: string | null
  contact_url: string | null
  google_analytics_id: string | null
  error_report_url: string | null
  smtp_url: string | null
  mail_from: string | null
  /** The configured real sign-in providers. */
  providers: Providers
  /** Whether the server includes its own provider with sample accounts, which then replaces all five. */
  has_sample_provider: boolean
  session_hours: number
  /** The service for breached passwords beside the portal's own list, asked by the first digits of their hash. */
  breached_passwords_url: string | null
  /** Whether every external account needs a second factor; otherwise it is optional. */
  requires_second_factor: boolean
  /** How many requests a process accepts within a minute, from one person and from one address. */
  request_limits: LimitSettings
  /** How many requests a process handles at once, of all people and of one. */
  admission: AdmissionSettings
  /** How many minutes a session continues without a person's activity. */
  session_idle_minutes: number
  /** Whether two people may re-open a trial that was finished by mistake. */
  trial_reopening: boolean
  /** 32 bytes; null only on a sample instance, which keeps one of its own in `data_dir`. */
  seed_key: Uint8Array | null
  /** Former keys, 32 bytes each, which open values sealed with them. */
  previous_seed_keys: readonly Uint8Array[]
}

/** The configuration of the server: the settings, and the values that the start decides. */
export type Config = Settings & { public_url: string; seed_key: Uint8Array }
