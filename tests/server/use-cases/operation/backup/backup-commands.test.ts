import { API_BASE } from '#contract/api-address'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BUILT_SERVER } from '../../../../support/built-files'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../../../support/database'
import { TEST_SEED_KEY } from '../../../../support/portal'
import { writtenMail } from '../../../../support/mail-room'
import { startServer, type ServerProcess } from '../../../../support/server-process'
import { until } from '../../../../support/until'

/** Loading the sample and drawing every ledger again take a server this many milliseconds at most. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/* An operator backs up and restores with the built commands, beside the built server. */

const run = async (command: 'backup' | 'restore', parameters: string[], environment: Record<string, string>) => {
  const program = join(dirname(BUILT_SERVER), `${command}.js`)
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', INSTANCE: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output, errors }
}

/** Tries to start the server. Returns its complaint. */
const refusedStart = async (environment: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [BUILT_SERVER], {
    env: { PATH: process.env['PATH'] ?? '', INSTANCE: 'test', PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return text(child.stderr)
}

/** The backup with changed lines and a checksum that fits them. */
const changed = (file: string, change: (lines: string) => string): Buffer => {
  const lines = gunzipSync(readFileSync(file)).toString('utf8')
  const end = lines.lastIndexOf('\nE') + 1
  const body = change(lines.slice(0, end))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return gzipSync(`${body}E${JSON.stringify({ ...JSON.parse(lines.slice(end + 1)), sha256 })}\n`)
}

const trialCount = v.object({ total: v.number() })

const opened: TestDatabase[] = []
let folder = ''
let file = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'))
  file = join(folder, 'monday.backup')
})
afterAll(async () => {
  for (const database of opened) await database.close()
  rmSync(folder, { recursive: true })
})

/** A place without a database: a new folder, or a new database on the server. */
const emptyPlace = async (name: string): Promise<Record<string, string>> => {
  const environment = { DATA_DIR: join(folder, name), SEED_KEY: TEST_SEED_KEY }
  if (!TEST_SERVER) return environment
  const database = await serverDatabase([])
  opened.push(database)
  return { ...environment, DATABASE_URL: database.url }
}

const serverAt = ({ DATA_DIR = '', DATABASE_URL, SEED_KEY = '' }: Record<string, string>) =>
  startServer({ data_dir: DATA_DIR, database_url: DATABASE_URL, seed_key: SEED_KEY })

/** The paths of links that work without a session. */
type EarlierLinks = { invitation: string; wall: string }

/** An invitation, from its email, and a wall view. */
const linksOf = async (portal: ServerProcess, dataDir: string): Promise<EarlierLinks> => {
  const write = async (path: string, body: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${portal.token}` }
    const response = await fetch(`${portal.url}${API_BASE}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return response
  }
  const view = await write('trials/1/wall-views', {})
  const { pathname, search } = new URL(v.parse(v.object({ address: v.string() }), await view.json()).address)
  await write('auth/idp-association', { user_id: 2 })
  const invitation = /\/idp-association\?token=[\w-]{43}/
  const invitationIn = () =>
    writtenMail(dataDir)
      .map(({ text }) => invitation.exec(text)?.[0])
      .findLast((link) => link !== undefined)
  await until('the invitation is sent', () => invitationIn() !== undefined)
  return { invitation: `${API_BASE}/auth${invitationIn() ?? ''}`, wall: `${pathname}${search}` }
}

const statusesOf = async ({ invitation, wall }: EarlierLinks, { url }: ServerProcess) => ({
  invitation: (await fetch(`${url}${invitation}`)).status,
  wall: (await fetch(`${url}${wall}`)).status,
})

describe('a backup made while the server runs', () => {
  let portal: ServerProcess
  let earlier: EarlierLinks
  let made: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    const environment = await emptyPlace('first')
    portal = await serverAt(environment)
    earlier = await linksOf(portal, join(folder, 'first'))
    made = await run('backup', [file], environment)
  })
  afterAll(() => portal.stop())

  it('is a file that only its owner can read, and is never overwritten', async () => {
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toMatch(
      /monday\.backup: \d+ rows, read at [^ ]+Z\. SEED_KEY is not in this file: keep a copy elsewhere\.\n$/,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('monday'))).toEqual(['monday.backup'])
    const again = await run('backup', [file], { DATA_DIR: folder })
    expect(again).toEqual({ code: 1, output: '', errors: `${file} already exists: name another file\n` })
  })

  it.skipIf(TEST_SERVER !== undefined)('delays nobody where the command stops reading half-way', async () => {
    const stopped = connect(join(folder, 'first', 'backup.sock'))
    await once(stopped, 'connect')
    stopped.pause()
    const headers = { Authorization: `Bearer ${portal.token}` }
    for (let prompts = 0; prompts < 3; prompts += 1)
      expect((await fetch(`${portal.url}${API_BASE}/trials`, { headers })).status).toBe(200)
    expect((await run('backup', [join(folder, 'beside.backup')], { DATA_DIR: join(folder, 'first') })).code).toBe(0)
    stopped.destroy()
  })

  it('is not made where there is no database, and none is created', async () => {
    const nowhere = join(folder, 'nowhere')
    expect(await run('backup', [join(folder, 'empty.backup')], { DATA_DIR: nowhere })).toEqual({
      code: 1,
      output: '',
      errors: `No backup was made: there is no database in ${nowhere}\n`,
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('is restored elsewhere, where the server starts and continues', async () => {
    const environment = await emptyPlace('second')
    const restored = await run('restore', [file], environment)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.output).toMatch(
      /^Restored the backup of [^ ]+Z\. Checked and correct: \d+ ledgers and \d+ entries of the audit log, but no head from outside\. Everyone has to sign in again\. Invitations, links to passwords and wall views must be made again\.\n$/,
    )
    const second = await serverAt(environment)
    const read = await fetch(`${second.url}${API_BASE}/trials`, {
      headers: { Authorization: `Bearer ${second.token}` },
    })
    expect(v.parse(trialCount, await read.json()).total).toBe(8)
    const recorded = await fetch(`${second.url}${API_BASE}/audit-logs?kind=database_restored`, {
      headers: { Authorization: `Bearer ${second.token}` },
    })
    expect(await recorded.text()).toContain('"reason":"On the server’s console"')
    // A session from before the backup is not valid here.
    const session = await fetch(`${second.url}${API_BASE}/trials`, {
      headers: { Authorization: `Bearer ${portal.token}` },
    })
    expect(session.status).toBe(401)
    // Nor is an invitation or a wall view: it may have been ended since the backup.
    expect(await statusesOf(earlier, portal)).toEqual({ invitation: 200, wall: 200 })
    expect(await statusesOf(earlier, second)).toEqual({ invitation: 404, wall: 410 })
    await second.stop()
  })

  it('with another key is restored, but no server starts on it', async () => {
    const environment = { ...(await emptyPlace('other-key')), SEED_KEY: 'b7'.repeat(32) }
    const restored = await run('restore', [file], environment)
    expect(restored.code).toBe(1)
    expect(restored.errors).toMatch(
      /^The backup was restored, but its checks failed\. No server will start on it\.\nSecrets/,
    )
    expect(await refusedStart(environment)).toBe(
      'A restore into this database never finished: run npm run restore again, or restore into a new one\n',
    )
  })

  it('in which a participant got another draw is restored, but no server starts on it', async () => {
    const forged = join(folder, 'forged.backup')
    writeFileSync(
      forged,
      changed(file, (lines) => lines.replace(/("allocation_counter":)7\b/, '$17001')),
    )
    const environment = await emptyPlace('forged')
    const restored = await run('restore', [forged], environment)
    expect(restored.code).toBe(1)
    expect(restored.errors).toMatch(/\nThe ledger of trial \d+ is wrong: /)
    expect(await refusedStart(environment)).toMatch(/never finished/)
  })
})

describe('npm run restore', () => {
  it.each([
    ['without a file', [], 'Name one file: npm run restore -- FILE\n'],
    ['of a file that is not there', ['/nowhere/monday.backup'], 'There is no file /nowhere/monday.backup\n'],
  ])('%s changes nothing', async (_, parameters, errors) => {
    expect(await run('restore', parameters, { DATA_DIR: join(folder, 'untouched') })).toEqual({
      code: 1,
      output: '',
      errors,
    })
    expect(existsSync(join(folder, 'untouched'))).toBe(false)
  })
})
