import type { IdentityProviderId } from '#domain/sign-in/identity'
import type { BlockList } from 'node:net'
import type { AdmissionSettings } from './admission'
import type { LimitSettings } from './request-limits'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

type LogLevel = (typeof LOG_LEVELS)[number]

/** How many connections, and for how long, in milliseconds, where 0 stands for no end. */
export type PoolSettings = {
  connections: number
  /** For a connection. */
  connection: number
  /** For a statement, by the server. */
  statement: number
  /** For a COMMIT, by the server: what a standby that must have it may take to say so. */
  commit: number
}

/** The proxies whose `X-Forwarded-For` is trusted, by their addresses. */
export type TrustedProxies = Pick<BlockList, 'check'>

/** What a provider may be asked to ask although it remembers somebody (OpenID Connect Core, 3.1.2.1). */
export type Prompt = 'login' | 'select_account'

/** How the portal is known to a real sign-in provider, and in what that one differs from the ordinary. */
export type ProviderSettings = {
  /** Where it is found. */
  issuer: string
  client_id: string
  client_secret: string
  /** What is asked for, in words with blanks between them; `openid` is one. */
  scope: string
  /** The claim that tells one person from another for good. */
  subject_claim: string
  /** How its tokens name it, where that is not `issuer`. */
  token_issuer: string | null
  /** Whether it gives the nonce back in its ID tokens. One that does not is sent none, and one in a token of its is refused. */
  has_nonce: boolean
  /** Whether it supports PKCE. */
  has_pkce: boolean
  /** The only prompt that it knows, or null where it knows both. */
  only_prompt: Prompt | null
}

/** A provider that keeps to the specification. */
export const ORDINARY_PROVIDER = {
  scope: 'openid',
  subject_claim: 'sub',
  token_issuer: null,
  has_nonce: true,
  has_pkce: true,
  only_prompt: null,
} as const

/** The providers that are configured, by their id. */
export type Providers = Partial<Record<IdentityProviderId, ProviderSettings>>

/** What the environment sets, each under its own name in lower case. */
export type Settings = {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Where metrics are read, beside `port`; null for nowhere, 0 takes any free port. */
  metrics_port: number | null
  /** Where browsers reach the portal: an origin without a slash at its end. Null follows the port. */
  public_url: string | null
  /** Whose `X-Forwarded-For` is believed. */
  trusted_proxies: TrustedProxies
  database_url: string | null
  /** The same database as the owner of its tables, where the role of `database_url` may not change the schema. */
  migration_database_url: string | null
  /** How many connections to a database on a server, and how long they are waited for. */
  database_pool: PoolSettings
  /** Absolute. */
  data_dir: string
  /** Null takes what is usual where the log goes. */
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
  /** Addresses of the footer: the privacy notice, and a page or email address to ask. */
  privacy_url: string | null
  contact_url: string | null
  google_analytics_id: string | null
  error_report_url: string | null
  smtp_url: string | null
  mail_from: string | null
  /** The real sign-in providers that are configured. */
  providers: Providers
  /** Whether the server carries its own provider with sample accounts, which then stands for all five. */
  has_sample_provider: boolean
  session_hours: number
  /** Where else than in its own list the portal asks for breached passwords, by the first digits of their hash. */
  breached_passwords_url: string | null
  /** Whether every external account needs a second factor; else each may have one. */
  requires_second_factor: boolean
  /** How many requests a process takes within a minute, of one person and from one address. */
  request_limits: LimitSettings
  /** How many requests a process works on at once, of all people and of one. */
  admission: AdmissionSettings
  /** How many minutes a session goes on without a person. */
  session_idle_minutes: number
  /** 32 bytes; null only on a sample instance, which keeps one of its own in `data_dir`. */
  seed_key: Uint8Array | null
  /** Keys of before, 32 bytes each, which open what was sealed with them. */
  previous_seed_keys: readonly Uint8Array[]
}

/** What the server runs with: the settings, and what they left to the start. */
export type Config = Settings & { public_url: string; seed_key: Uint8Array }
