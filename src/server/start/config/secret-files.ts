import { readFileSync } from 'node:fs'
import type { SettingFault } from './setting-fault'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings that are or contain a secret: each may be in a file that `<SETTING>_FILE` names, as systemd and containers provide
 * them.
 */
export const isSecretSetting = (name: string): boolean => SECRET.test(name)

const SECRET = /^(DATABASE_URL|MIGRATION_DATABASE_URL|SMTP_URL|SEED_KEY|SEED_KEY_PREVIOUS|OIDC_[A-Z]+_CLIENT_SECRET)$/
const ENDING = '_FILE'

/**
 * The environment with the secrets of its files, without blanks at either end. A setting with a faulty file is left out and
 * reported: set twice, no such file, not readable, empty.
 */
export const withSecretsFromFiles = (
  environment: Environment,
): { environment: Environment; faults: SettingFault[] } => {
  const complete: Record<string, string | undefined> = { ...environment }
  const faults: SettingFault[] = []
  for (const [name, path] of Object.entries(environment)) {
    const setting = name.slice(0, -ENDING.length)
    if (path === undefined || !name.endsWith(ENDING) || !isSecretSetting(setting)) continue
    const read =
      environment[setting] === undefined ? secretIn(path.trim(), name) : `must not be set together with ${name}`
    complete[setting] = typeof read === 'string' ? undefined : read.secret
    if (typeof read === 'string') faults.push({ setting, message: read })
  }
  return { environment: complete, faults }
}

/** The secret in a file, or its fault. */
const secretIn = (path: string, name: string): { secret: string } | string => {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    return secret === '' ? `cannot be read: ${name} names an empty file` : { secret }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return `cannot be read: ${name} names a file that ${isMissing ? 'does not exist' : 'this user cannot read'}`
  }
}
