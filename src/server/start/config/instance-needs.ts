import { isProductionInstance, isSampleInstance } from '#domain/instance'
import { isGuessable } from './guessable-key'
import type { Providers } from '../../ground/settings'
import { issuersOf, type ReadProviders } from './provider-settings'
import type { SettingFault } from './setting-fault'

/** The settings that decide whether an instance may start. */
type Found = {
  INSTANCE: string
  PORT: number
  METRICS_PORT: number | null
  PUBLIC_URL: string | null
  DATABASE_URL: string | null
  MIGRATION_DATABASE_URL: string | null
  EMBEDDED_DATABASE: boolean
  SMTP_URL: string | null
  SEED_KEY: Uint8Array | null
}

const RANDOM_BYTES = '32 random bytes such as openssl rand -hex 32 prints'

/**
 * Why an instance must not start with these settings, each valid by itself. Only instances with sample data start without a
 * provider and a key. A production instance must protect its data: nothing in clear over the network, no mail in files, no
 * guessable key, and a chosen database.
 */
export const faultsOfInstance = (set: Found, read: ReadProviders): SettingFault[] => [
  ...(isSampleInstance(set.INSTANCE) ? [] : faultsOfSecrets(set, read)),
  ...(isProductionInstance(set.INSTANCE) ? faultsOfProduction(set, read.providers) : []),
  ...(set.METRICS_PORT !== null && set.METRICS_PORT !== 0 && set.METRICS_PORT === set.PORT
    ? [{ setting: 'METRICS_PORT', message: 'must be another port than PORT' }]
    : []),
  ...(set.DATABASE_URL !== null && set.EMBEDDED_DATABASE
    ? [{ setting: 'EMBEDDED_DATABASE', message: 'must not be yes if DATABASE_URL is set' }]
    : []),
  ...(set.DATABASE_URL === null && set.MIGRATION_DATABASE_URL !== null
    ? [{ setting: 'MIGRATION_DATABASE_URL', message: 'must not be set without DATABASE_URL' }]
    : []),
]

const faultsOfSecrets = ({ INSTANCE, SEED_KEY }: Found, { providers, faults }: ReadProviders): SettingFault[] => [
  ...(Object.keys(providers).length > 0 || faults.length > 0
    ? []
    : [
        {
          setting: 'OIDC_SSO_ISSUER',
          message: `must be set on INSTANCE ${INSTANCE} with OIDC_SSO_CLIENT_ID and OIDC_SSO_CLIENT_SECRET, or those of another sign-in provider`,
        },
      ]),
  ...(SEED_KEY ? [] : [{ setting: 'SEED_KEY', message: `must be set on INSTANCE ${INSTANCE}, to ${RANDOM_BYTES}` }]),
]

const faultsOfProduction = (set: Found, providers: Providers): SettingFault[] => {
  const onInstance = `on INSTANCE ${set.INSTANCE}`
  const faults: (SettingFault | false)[] = [
    !isHttps(set.PUBLIC_URL) && {
      setting: 'PUBLIC_URL',
      message: `must be an https address ${onInstance}, such as https://randomise.example.org`,
    },
    set.SMTP_URL === null && {
      setting: 'SMTP_URL',
      message: `must be set ${onInstance}, to the address of a mail server, smtp:// or smtps://`,
    },
    set.DATABASE_URL === null &&
      !set.EMBEDDED_DATABASE && {
        setting: 'DATABASE_URL',
        message: `must be set ${onInstance}, or EMBEDDED_DATABASE to yes, which stores everything in DATA_DIR`,
      },
    set.SEED_KEY !== null &&
      isGuessable(set.SEED_KEY) && {
        setting: 'SEED_KEY',
        message: `must not be guessable ${onInstance}: set it to ${RANDOM_BYTES}`,
      },
    ...issuersOf(providers).map(
      ({ setting, issuer }) => !isHttps(issuer) && { setting, message: `must be an https address ${onInstance}` },
    ),
  ]
  return faults.filter((fault) => fault !== false)
}

const isHttps = (address: string | null): boolean => address !== null && new URL(address).protocol === 'https:'
