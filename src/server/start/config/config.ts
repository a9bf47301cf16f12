import { isProductionInstance, isSampleInstance } from '#domain/instance'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { faultsOfInstance } from './instance-needs'
import { isLoopback } from '../../ground/loopback'
import { readProviders } from './provider-settings'
import { withSecretsFromFiles } from './secret-files'
import { linesOf, type SettingFault } from './setting-fault'
import {
  accent,
  address,
  contactAddress,
  analyticsId,
  connections,
  databaseAddress,
  idleMinutes,
  instanceName,
  logLevel,
  mailAddress,
  mailServer,
  origin,
  perMinute,
  requestsAtOnce,
  port,
  secondFactor,
  seconds,
  secretKey,
  secretKeys,
  secureAddress,
  sessionHours,
  slug,
  text,
  yesNo,
} from './setting-values'
import { NO_PROXIES, trustedProxies } from './trusted-proxies'
import type { Settings } from '../../ground/settings'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from the environment; an empty one counts as unset. Refuses with one line for each invalid setting, or for
 * each need of the instance that is not met; all of them at once.
 */
export const readConfig = (environment: Environment): Outcome<Settings, string> => {
  const secrets = withSecretsFromFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())),
  )
  const { set, faults } = readSettings(secrets.environment)
  const read = readProviders(secrets.environment)
  // Invalid settings are reported alone, before the needs of the instance.
  const lines = linesOf([...secrets.faults, ...faults, ...read.faults, ...faultsOfInstance(set, read)])
  if (lines !== '') return refused(lines)

  const { providers } = read
  const hasRealProvider = Object.keys(providers).length > 0
  const isOnThisMachine =
    isLoopback(set.HOST) && (set.PUBLIC_URL === null || isLoopback(new URL(set.PUBLIC_URL).hostname))
  const usual = isSampleInstance(set.INSTANCE) ? NO_LIMITS : LIMITS_OF_PERSON
  return accepted({
    host: set.HOST,
    port: set.PORT,
    metrics_port: set.METRICS_PORT,
    public_url: set.PUBLIC_URL,
    trusted_proxies: set.TRUSTED_PROXIES ?? NO_PROXIES,
    database_url: set.DATABASE_URL,
    migration_database_url: set.MIGRATION_DATABASE_URL,
    database_pool: {
      connections: set.DATABASE_CONNECTIONS,
      connection: set.DATABASE_CONNECTION_SECONDS,
      statement: set.DATABASE_STATEMENT_SECONDS,
      commit: set.DATABASE_COMMIT_SECONDS,
    },
    data_dir: resolve(set.DATA_DIR),
    log_level: set.LOG_LEVEL,
    instance: set.INSTANCE,
    university: set.UNIVERSITY,
    university_name: set.UNIVERSITY_NAME,
    service_name: set.SERVICE_NAME,
    university_logo: set.UNIVERSITY_LOGO === null ? null : resolve(set.UNIVERSITY_LOGO),
    university_logo_dark: set.UNIVERSITY_LOGO_DARK === null ? null : resolve(set.UNIVERSITY_LOGO_DARK),
    university_accent: set.UNIVERSITY_ACCENT,
    service_url: set.SERVICE_URL,
    privacy_url: set.PRIVACY_URL,
    contact_url: set.CONTACT_URL,
    google_analytics_id: isProductionInstance(set.INSTANCE) ? set.GOOGLE_ANALYTICS_ID : null,
    error_report_url: set.ERROR_REPORT_URL,
    smtp_url: set.SMTP_URL,
    mail_from: set.MAIL_FROM,
    providers,
    has_sample_provider: isSampleInstance(set.INSTANCE) && !hasRealProvider && (isOnThisMachine || set.SAMPLE_ACCOUNTS),
    session_hours: set.SESSION_HOURS,
    requires_second_factor:
      set.EXTERNAL_SECOND_FACTOR === null
        ? isProductionInstance(set.INSTANCE)
        : set.EXTERNAL_SECOND_FACTOR === 'required',
    breached_passwords_url: set.BREACHED_PASSWORDS_URL,
    request_limits: {
      requests_of_person: set.REQUESTS_PER_PERSON ?? usual.REQUESTS_PER_PERSON,
      writes_of_person: set.WRITES_PER_PERSON ?? usual.WRITES_PER_PERSON,
      outcomes_of_person: set.OUTCOMES_PER_PERSON,
      anonymous_from_address: set.ANONYMOUS_REQUESTS_PER_ADDRESS,
    },
    admission: {
      under_way: set.REQUESTS_AT_ONCE,
      under_way_of_person: set.REQUESTS_AT_ONCE_PER_PERSON ?? usual.REQUESTS_AT_ONCE_PER_PERSON,
    },
    session_idle_minutes: set.SESSION_IDLE_MINUTES,
    trial_reopening: set.TRIAL_REOPENING,
    seed_key: set.SEED_KEY,
    previous_seed_keys: set.SEED_KEY_PREVIOUS,
  })
}

/** The limits of one person where they are not set. */
export const LIMITS_OF_PERSON = { REQUESTS_PER_PERSON: 1200, WRITES_PER_PERSON: 300, REQUESTS_AT_ONCE_PER_PERSON: 40 }
/** With sample accounts, programs may send all their requests as one person. */
const NO_LIMITS: typeof LIMITS_OF_PERSON = {
  REQUESTS_PER_PERSON: Infinity,
  WRITES_PER_PERSON: Infinity,
  REQUESTS_AT_ONCE_PER_PERSON: Infinity,
}

/** Every setting but those of sign-in providers: its schema and default. */
export const SETTINGS = v.object({
  HOST: v.optional(text, '127.0.0.1'),
  PORT: v.optional(port, '8080'),
  METRICS_PORT: v.nullish(port, null),
  PUBLIC_URL: v.nullish(origin, null),
  TRUSTED_PROXIES: v.nullish(trustedProxies, null),
  DATABASE_URL: v.nullish(databaseAddress, null),
  MIGRATION_DATABASE_URL: v.nullish(databaseAddress, null),
  DATABASE_CONNECTIONS: v.optional(connections, '10'),
  DATABASE_CONNECTION_SECONDS: v.optional(seconds, '5'),
  DATABASE_STATEMENT_SECONDS: v.optional(seconds, '15'),
  DATABASE_COMMIT_SECONDS: v.optional(seconds, '5'),
  EMBEDDED_DATABASE: v.optional(yesNo, 'no'),
  DATA_DIR: v.optional(text, './data'),
  LOG_LEVEL: v.nullish(logLevel, null),
  INSTANCE: v.optional(instanceName, 'local'),
  UNIVERSITY: v.optional(slug, 'university'),
  UNIVERSITY_NAME: v.optional(text, 'The University'),
  SERVICE_NAME: v.optional(text, 'Randomisation Service'),
  UNIVERSITY_LOGO: v.nullish(text, null),
  UNIVERSITY_LOGO_DARK: v.nullish(text, null),
  UNIVERSITY_ACCENT: v.nullish(accent, null),
  SERVICE_URL: v.nullish(address, null),
  PRIVACY_URL: v.nullish(address, null),
  CONTACT_URL: v.nullish(contactAddress, null),
  GOOGLE_ANALYTICS_ID: v.nullish(analyticsId, null),
  ERROR_REPORT_URL: v.nullish(address, null),
  SMTP_URL: v.nullish(mailServer, null),
  MAIL_FROM: v.nullish(mailAddress, null),
  SESSION_HOURS: v.optional(sessionHours, '12'),
  EXTERNAL_SECOND_FACTOR: v.nullish(secondFactor, null),
  BREACHED_PASSWORDS_URL: v.nullish(secureAddress, null),
  REQUESTS_PER_PERSON: v.nullish(perMinute, null),
  WRITES_PER_PERSON: v.nullish(perMinute, null),
  OUTCOMES_PER_PERSON: v.optional(perMinute, '120'),
  ANONYMOUS_REQUESTS_PER_ADDRESS: v.optional(perMinute, '600'),
  REQUESTS_AT_ONCE: v.optional(requestsAtOnce, '400'),
  REQUESTS_AT_ONCE_PER_PERSON: v.nullish(requestsAtOnce, null),
  SESSION_IDLE_MINUTES: v.optional(idleMinutes, '60'),
  SEED_KEY: v.nullish(secretKey, null),
  SEED_KEY_PREVIOUS: v.optional(secretKeys, ''),
  SAMPLE_ACCOUNTS: v.optional(yesNo, 'no'),
  TRIAL_REOPENING: v.optional(yesNo, 'no'),
})

/** The valid settings, the others as if they were unset, and the faults of those. */
const readSettings = (
  definedEnvironment: Environment,
): { set: v.InferOutput<typeof SETTINGS>; faults: SettingFault[] } => {
  const parsed = v.safeParse(SETTINGS, definedEnvironment)
  if (parsed.success) return { set: parsed.output, faults: [] }
  const faults = parsed.issues.map((issue) => ({ setting: v.getDotPath(issue) ?? '', message: issue.message }))
  const wrong = new Set(faults.map(({ setting }) => setting))
  const sound = Object.fromEntries(Object.entries(definedEnvironment).filter(([name]) => !wrong.has(name)))
  return { set: v.parse(SETTINGS, sound), faults }
}
