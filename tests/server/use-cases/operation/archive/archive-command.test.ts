import { API_BASE } from '#contract/api-address'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TABLES } from '../../../../../src/server/ground/db/archived-tables'
import { BUILT_SERVER } from '../../../../support/built-files'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../../../support/database'
import { TEST_SEED_KEY } from '../../../../support/portal'
import { startServer } from '../../../../support/server-process'

/** Loading the sample takes a server this many milliseconds at most. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/* An operator archives a trial with the built command. A reader checks it with nothing but the folder. */

/** The stroke trial of the sample, which is over and has its seed revealed. */
const TRIAL = 1

const run = async (program: string, parameters: string[], environment: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output, errors }
}

let folder = ''
let archived = ''
let database: TestDatabase | null = null
let environment: Record<string, string> = {}
let made: Awaited<ReturnType<typeof run>>

const archive = (parameters: string[]) => run(join(dirname(BUILT_SERVER), 'archive.js'), parameters, environment)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  archived = join(folder, 'stroke')
  database = TEST_SERVER ? await serverDatabase([]) : null
  environment = {
    INSTANCE: 'test',
    DATA_DIR: join(folder, 'data'),
    SEED_KEY: TEST_SEED_KEY,
    ...(database && { DATABASE_URL: database.url }),
  }
  const portal = await startServer({
    data_dir: join(folder, 'data'),
    database_url: database?.url,
    seed_key: TEST_SEED_KEY,
  })
  await portal.stop()
  made = await archive([String(TRIAL), archived])
})
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true })
})

const sealOf = ({ output }: { output: string }) => /audit log: ([0-9a-f]{64})\n/.exec(output)?.[1] ?? ''
/** Runs the verifier from the folder alone. */
const check = (path: string, ...parameters: string[]) => run(join(path, 'verify-ledger.mjs'), [path, ...parameters])

describe('the archive of a trial', () => {
  it('is a new folder that only its owner reads', async () => {
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.output).toContain('UNBLINDED')
    expect(statSync(archived).mode & 0o777).toBe(0o700)
    expect(statSync(join(archived, 'participants.csv')).mode & 0o777).toBe(0o600)
    expect(await archive([String(TRIAL), archived])).toEqual({
      code: 1,
      output: '',
      errors: `${archived} already exists: name another folder\n`,
    })
  })

  it('has every table with rows of the trial, twice, and the number of rows of each', () => {
    const names = Object.entries(TABLES).flatMap(([name, part]) => (typeof part === 'string' ? [] : [name]))
    const files = names.flatMap((name) => [`${name}.csv`, `${name}.jsonl`])
    expect(readdirSync(join(archived, 'tables')).toSorted()).toEqual(files.toSorted())
    const readme = readFileSync(join(archived, 'README.txt'), 'utf8')
    const lines = (name: string) =>
      readFileSync(join(archived, 'tables', `${name}.jsonl`), 'utf8').split('\n').length - 1
    for (const name of names) expect(readme).toMatch(new RegExp(`^${name} +${lines(name)}$`, 'm'))
    expect(lines('participants')).toBe(2000)
    expect(lines('trials')).toBe(1)
  })

  it('has no secret of the service and nothing of another trial', () => {
    const files = readdirSync(join(archived, 'tables')).map((name) =>
      readFileSync(join(archived, 'tables', name), 'utf8'),
    )
    expect(
      files.filter((content) => /seed_encrypted|password_hash|private_jwk|token_hash|head_mac/.test(content)),
    ).toEqual([])
    const trials = files.flatMap((content) => [...content.matchAll(/"trial_id":(\d+)/g)].map(([, id]) => id))
    expect(new Set(trials)).toEqual(new Set([String(TRIAL)]))
  })

  it('is checked by the program inside it, with the printed seal', async () => {
    const checked = await check(archived, '--seal', sealOf(made))
    expect(checked).toMatchObject({ code: 0, errors: '' })
    expect(checked.output).toMatch(
      /^\d+ files of the archive are as they were written, and their seal is the one given\.\n/,
    )
    const list = readFileSync(join(archived, 'SHA256SUMS'))
    expect(createHash('sha256').update(list).digest('hex')).toBe(sealOf(made))
  })

  it.each([
    ['a participant', 'participants.csv'],
    ['an entry of the audit log', 'tables/audit_log.jsonl'],
    ['the ledger', 'ledger.json'],
    ['what it says of itself', 'README.txt'],
  ])('is refused in words after one bit of %s was changed', async (_what, name) => {
    const copy = join(folder, `changed-${name.replaceAll('/', '-')}`)
    cpSync(archived, copy, { recursive: true })
    const bytes = readFileSync(join(copy, name))
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(join(copy, name), bytes)
    expect(await check(copy)).toEqual({
      code: 1,
      output: `WRONG: ${name} was changed: its hash is not the one in SHA256SUMS\n`,
      errors: '',
    })
  })

  it('is refused with a file that is missing or was added', async () => {
    const copy = join(folder, 'other-files')
    cpSync(archived, copy, { recursive: true })
    writeFileSync(join(copy, 'tables', 'more.csv'), '')
    expect((await check(copy)).output).toBe('WRONG: tables/more.csv was added: SHA256SUMS does not have it\n')
    rmSync(join(copy, 'tables', 'more.csv'))
    rmSync(join(copy, 'tables', 'users.csv'))
    expect((await check(copy)).output).toBe('WRONG: tables/users.csv is missing\n')
  })

  it('that was changed and sealed again is refused by the seal, and by its ledger', async () => {
    const copy = join(folder, 'sealed-again')
    cpSync(archived, copy, { recursive: true })
    const file = join(copy, 'participants.csv')
    const [headings = '', first = '', second = '', ...others] = readFileSync(file, 'utf8').split('\r\n')
    const number = (line: string) => line.slice(0, line.indexOf(','))
    const exchanged = [second.replace(number(second), number(first)), first.replace(number(first), number(second))]
    const before = readFileSync(file)
    writeFileSync(file, [headings, ...exchanged, ...others].join('\r\n'))
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const list = readFileSync(join(copy, 'SHA256SUMS'), 'utf8').replace(hash(before), hash(readFileSync(file)))
    writeFileSync(join(copy, 'SHA256SUMS'), list)
    expect((await check(copy, '--seal', sealOf(made))).output).toBe(
      `WRONG: the archive is not the one that was sealed: its seal is ${hash(Buffer.from(list))}\n`,
    )
    expect(await check(copy, '--seal', 'abc')).toMatchObject({ code: 2 })
  })

  it('is recorded in the audit log of the trial, with its seal and that it was made on the console', async () => {
    const portal = await startServer({
      data_dir: join(folder, 'data'),
      database_url: database?.url,
      seed_key: TEST_SEED_KEY,
    })
    const headers = { Authorization: `Bearer ${portal.token}` }
    const answer = await fetch(`${portal.url}${API_BASE}/audit-logs?trial_id=${TRIAL}`, { headers })
    const entries = await answer.text()
    expect(entries).toContain(`Trial archived in a folder with the seal ${sealOf(made)}`)
    expect(entries).toContain('"reason":"On the server’s console"')
    await portal.stop()
  })

  it.each([
    ['a trial that does not exist', ['999', 'there'], 'Nothing was archived. There is no trial 999\n'],
    ['no folder', ['1'], 'Name a trial by its number, and a new folder: npm run archive -- TRIAL FOLDER\n'],
    ['a name', ['stroke', 'there'], 'Name a trial by its number, and a new folder: npm run archive -- TRIAL FOLDER\n'],
  ])('is not made of %s, and leaves nothing', async (_what, [trial = '', name], errors) => {
    const folderArguments = name === undefined ? [] : [join(folder, name)]
    expect(await archive([trial, ...folderArguments])).toEqual({ code: 1, output: '', errors })
    expect(readdirSync(folder).filter((each) => each.startsWith('there'))).toEqual([])
    expect(existsSync(archived)).toBe(true)
  })
})
