import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyIdText } from '../../../src/server/ground/secrets/seed-keys'
import { BUILT_SERVER } from '../../support/built-files'
import { TEST_SERVER, testDatabase, type TestDatabase } from '../../support/database'
import { until } from '../../support/until'

/* An operator of a production instance changes SEED_KEY with the built server and the built command. */

const COMMAND = join(dirname(BUILT_SERVER), 'reseal.js')
const OLD = randomBytes(32).toString('hex')
const NEW = randomBytes(32).toString('hex')
const idOf = (hex: string) => keyIdText(Buffer.from(hex, 'hex'))

let folder = ''
let onServer: TestDatabase | null = null
beforeAll(() => {
  if (!existsSync(COMMAND)) throw new Error('build the server first: npm run build')
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reseal-'))
  onServer = TEST_SERVER ? await testDatabase() : null
})
afterEach(async () => {
  await onServer?.close()
  rmSync(folder, { recursive: true })
})

type Keys = { SEED_KEY: string; SEED_KEY_PREVIOUS?: string }

const environment = (keys: Keys): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  INSTANCE: 'prod',
  PORT: '0',
  DATA_DIR: folder,
  PUBLIC_URL: 'https://randomise.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  OIDC_SSO_ISSUER: 'https://login.example.org',
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'secret',
  ...keys,
  ...(onServer ? { DATABASE_URL: onServer.url } : { EMBEDDED_DATABASE: 'yes' }),
})

/**
 * Starts the server with keys. Stops it once it serves, which offers a first administrator, or once it has refused to.
 */
const served = async (keys: Keys) => {
  const child = spawn(process.execPath, [BUILT_SERVER], { env: environment(keys) })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = once(child, 'exit')
  const serves = () => output.includes('Equipoise is at')
  await until('the server serves or refuses', () => (serves() && errors !== '') || child.exitCode !== null, 120_000)
  child.kill('SIGTERM')
  await exited
  return serves() ? 'served' : errors
}

const reseal = async (keys: Keys) => {
  const child = spawn(process.execPath, [COMMAND], { env: environment(keys) })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

const refusal = (key: string) =>
  `Secrets in the database are sealed with key ${idOf(key)}: set SEED_KEY to that key, or SEED_KEY_PREVIOUS if SEED_KEY is newer\n`

describe('npm run reseal', () => {
  it('moves a service from one key to another, which does not start without a necessary key', async () => {
    expect(await served({ SEED_KEY: OLD })).toBe('served')
    expect(await served({ SEED_KEY: NEW })).toBe(refusal(OLD))
    const done = await reseal({ SEED_KEY: NEW, SEED_KEY_PREVIOUS: OLD })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toMatch(
      new RegExp(
        `^Sealed with key ${idOf(NEW)}: seeds 0, draw states 0, uploaded lists 0, audit heads 1, signing keys 1, second factors 0, links in emails 0\\.\nEverything `,
      ),
    )

    expect(await served({ SEED_KEY: NEW })).toBe('served')
  }, 300_000)
})
