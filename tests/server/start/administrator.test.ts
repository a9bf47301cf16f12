import { API_BASE } from '#contract/api-address'
import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/ground/db/open-database'
import { openHttpServer } from '../../../src/server/doors/http/http-server'
import { BUILT_SERVER } from '../../support/built-files'
import { TEST_SERVER, testDatabase, type TestDatabase } from '../../support/database'
import { until } from '../../support/until'

/* An operator sets up the first administrator of a production instance with the built server and the built command. */

const COMMAND = join(dirname(BUILT_SERVER), 'administrator.js')

let folder = ''
let onServer: TestDatabase | null = null
let running: Started[] = []
beforeAll(() => {
  if (!existsSync(COMMAND)) throw new Error('build the server first: npm run build')
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'production-'))
  onServer = TEST_SERVER ? await testDatabase() : null
})
afterEach(async () => {
  for (const each of running) await each.stop()
  running = []
  await onServer?.close()
  rmSync(folder, { recursive: true })
})

const KEY = randomBytes(32).toString('hex')

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  INSTANCE: 'prod',
  PORT: '0',
  DATA_DIR: folder,
  PUBLIC_URL: 'https://randomise.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  SEED_KEY: KEY,
  OIDC_SSO_ISSUER: 'https://login.example.org',
  OIDC_SSO_CLIENT_ID: 'portal',
  OIDC_SSO_CLIENT_SECRET: 'secret',
  ...(onServer ? { DATABASE_URL: onServer.url } : { EMBEDDED_DATABASE: 'yes' }),
})

type Started = { out: () => string; err: () => string; stop: () => Promise<void> }

const written = (stream: ChildProcessWithoutNullStreams['stdout']) => {
  let output = ''
  stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return () => output
}

/** A running server, and its output so far. */
const start = async (change: Record<string, string> = {}): Promise<Started> => {
  const child = spawn(process.execPath, [BUILT_SERVER], { env: { ...environment(), ...change } })
  const [out, err] = [written(child.stdout), written(child.stderr)]
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const started = { out, err, stop }
  running.push(started)
  await until('the server has started', () => out().includes('Equipoise is at') || child.exitCode !== null)
  return started
}

const LINK = /https:\/\/randomise\.example\.org\/idp-association\?token=([\w-]{43})$/m

/** The secret of the link that a start prints. */
const offered = async ({ err }: Started): Promise<string> => {
  await until('a link is printed', () => LINK.test(err()))
  return LINK.exec(err())?.[1] ?? ''
}

const freePort = async (): Promise<string> => {
  const free = await openHttpServer('127.0.0.1', 0)
  if (!free.ok) throw new Error(free.refusal)
  await free.value.stop(0)
  return `${free.value.port}`
}

/** The exit code of the command, and its output. */
const command = async (...parameters: string[]) => {
  const child = spawn(process.execPath, [COMMAND, ...parameters], { env: environment() })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, err }
}

describe('a fresh production instance', () => {
  it('prints one link on the console, which is not its log, and another at the next start', async () => {
    const first = await start()
    const token = await offered(first)
    expect(first.err()).toMatch(/^No system administrator can sign in yet\. Open this link within 24 hours .*\n$/)
    expect(first.out()).not.toContain(token)
    await first.stop()
    expect(await offered(await start())).not.toBe(token)
  }, 60_000)

  it('prints none on an instance of another name', async () => {
    const demo = await start({ INSTANCE: 'demo' })
    await demo.stop()
    expect(demo.err()).toBe('')
  }, 60_000)
})

describe('npm run administrator', () => {
  it('makes an administrator before the server starts, which then prints no link of its own', async () => {
    const made = await command('rosa@example.org')
    expect([made.code, made.err]).toEqual([0, ''])
    expect(made.out).toMatch(/^User 1 \(rosa\) was created with the address rosa@example\.org\.$/m)
    expect(made.out).toMatch(LINK)
    const server = await start()
    await until('the start says who is invited', () => server.err() !== '')
    expect(server.err()).toMatch(/^No system administrator can sign in yet\. rosa@example\.org is invited until .*\n$/)
    await server.stop()
  }, 60_000)

  it('refuses a text that is no address, in one line, and creates no database for it', async () => {
    expect(await command('rosa')).toEqual({
      code: 1,
      out: '',
      err: '"rosa" is not an email address. Write: npm run administrator -- EMAIL\n',
    })
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)

  it('refuses the author of a list in one line, and ends with an error', async () => {
    await command('rosa@example.org')
    const database = await openDatabase({ database_url: onServer?.url, data_dir: folder }, () => {})
    await database.queries.transaction().execute(async (transaction) => {
      // Without the trial: the list is all that counts here.
      await sql`set local session_replication_role = replica`.execute(transaction)
      const named = { trial_id: 1, user_id: 1, named_by: 1, named_at: '2026-11-21T05:03:00.000Z' }
      await transaction.insertInto('allocation_list_authors').values(named).execute()
    })
    await database.close()
    expect(await command('rosa@example.org')).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was changed. User 1 (rosa) makes or made the list of a trial, and may not see its participants.\n',
    })
  })

  it.skipIf(TEST_SERVER)(
    'says that the embedded database is open, while the server runs',
    async () => {
      await offered(await start())
      const { code, out, err } = await command('rosa@example.org')
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(/^The database in .* is open in another process \(\d+\): stop that one first.*\n$/)
    },
    60_000,
  )

  it.runIf(TEST_SERVER)(
    'works beside the running server on PostgreSQL',
    async () => {
      const port = await freePort()
      const server = await start({ PORT: port })
      const atStart = await offered(server)
      const made = await command('rosa@example.org')
      expect([made.code, made.err]).toEqual([0, ''])
      expect(made.out).toMatch(
        /^User 1 \(First administrator\) was renamed rosa, with the address rosa@example\.org\.$/m,
      )
      const isUsable = async (token: string) =>
        (await fetch(`http://127.0.0.1:${port}${API_BASE}/auth/idp-association?token=${token}`)).ok
      expect([await isUsable(atStart), await isUsable(LINK.exec(made.out)?.[1] ?? '')]).toEqual([false, true])
      await server.stop()
    },
    60_000,
  )
})
