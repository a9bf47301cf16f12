import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig, type Environment } from '../../../../src/server/start/config/config'

const KEY = 'a1'.repeat(32)
const SSO = { OIDC_SSO_ISSUER: 'https://login.example.org', OIDC_SSO_CLIENT_ID: 'portal' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const fileWith = (text: string): string => {
  const path = join(folder, 'secret')
  writeFileSync(path, text)
  return path
}

const settingsOf = (environment: Environment) => {
  const config = readConfig(environment)
  if (!config.ok) throw new Error(config.refusal)
  return config.value
}
const refusalOf = (environment: Environment) => {
  const config = readConfig(environment)
  return config.ok ? 'starts' : config.refusal
}

describe('a secret in a file', () => {
  it('is read without the line end that editors add', () => {
    expect(settingsOf({ SEED_KEY_FILE: fileWith(`${KEY}\n`) }).seed_key).toEqual(settingsOf({ SEED_KEY: KEY }).seed_key)
  })

  it('may be that of a provider, the database, the mail server and former keys', () => {
    const secret = fileWith('a client secret')
    expect(settingsOf({ ...SSO, OIDC_SSO_CLIENT_SECRET_FILE: secret }).providers.sso?.client_secret).toBe(
      'a client secret',
    )
    const database_url = 'postgres://portal:secret@db.example.org/portal'
    expect(settingsOf({ DATABASE_URL_FILE: fileWith(database_url) }).database_url).toBe(database_url)
    expect(settingsOf({ SMTP_URL_FILE: fileWith('smtps://mail.example.org') }).smtp_url).toBe(
      'smtps://mail.example.org',
    )
    expect(settingsOf({ SEED_KEY_PREVIOUS_FILE: fileWith(`${KEY},${KEY}`) }).previous_seed_keys).toHaveLength(2)
  })

  it('is checked like a setting', () => {
    expect(refusalOf({ SEED_KEY_FILE: fileWith('hunter2') })).toMatch(/^SEED_KEY must be 32 bytes/)
    expect(refusalOf({ SEED_KEY_FILE: fileWith('hunter2') })).not.toContain('hunter2')
  })

  it.each<[string, () => Environment, string]>([
    [
      'that does not exist',
      () => ({ SEED_KEY_FILE: join(folder, 'nothing') }),
      'SEED_KEY cannot be read: SEED_KEY_FILE names a file that does not exist',
    ],
    [
      'that is a folder',
      () => ({ SEED_KEY_FILE: folder }),
      'SEED_KEY cannot be read: SEED_KEY_FILE names a file that this user cannot read',
    ],
    [
      'that is empty',
      () => ({ SEED_KEY_FILE: fileWith(' \n') }),
      'SEED_KEY cannot be read: SEED_KEY_FILE names an empty file',
    ],
    [
      'beside the setting itself',
      () => ({ SEED_KEY: KEY, SEED_KEY_FILE: fileWith(KEY) }),
      'SEED_KEY must not be set together with SEED_KEY_FILE',
    ],
  ])('refuses the start in one line for one %s', (_, environment, line) => {
    expect(refusalOf(environment())).toBe(line)
    expect(refusalOf({ ...environment(), PORT: 'eighty' }).split('\n')).toContain(line)
  })

  it('of a setting that is no secret is ignored', () => {
    expect(settingsOf({ SERVICE_NAME_FILE: fileWith('A name') }).service_name).toBe('Randomisation Service')
  })
})
