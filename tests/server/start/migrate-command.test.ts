import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, MIGRATIONS, plannedMigrations } from '../../../src/server/ground/db/migrate'
import { openDatabase } from '../../../src/server/ground/db/open-database'
import { markRestore } from '../../../src/server/ground/db/unfinished-restore'
import { BUILT_SERVER } from '../../support/built-files'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../support/database'
import { FIRST_RELEASE } from '../../support/first-release'

/* An operator runs `npm run migrate`: the built command, with the settings of the server. */

const LATER = MIGRATIONS.slice(FIRST_RELEASE.length)
  .map(({ name }) => `  ${name}\n`)
  .join('')

let folder = ''
let onServer: TestDatabase | null = null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'))
  onServer = TEST_SERVER ? await serverDatabase([]) : null
})
afterEach(async () => {
  await onServer?.close()
  rmSync(folder, { recursive: true })
})

const opened = () =>
  openDatabase({ database_url: onServer?.url, data_dir: folder }, (problem, cause) => {
    throw new Error(problem, { cause })
  })

/** Brings the database of the settings to the schema of the first release. */
const releasedFirst = async () => {
  const database = await opened()
  await migrate(database, FIRST_RELEASE)
  await database.close()
}

const plan = async () => {
  const database = await opened()
  const names = await plannedMigrations(database)
  await database.close()
  return names.map((name) => `  ${name}\n`).join('')
}

const run = (...parameters: string[]) => runWith({}, ...parameters)

const runWith = async (environment: Record<string, string>, ...parameters: string[]) => {
  const child = spawn(process.execPath, [join(dirname(BUILT_SERVER), 'migrate.js'), ...parameters], {
    env: {
      PATH: process.env['PATH'] ?? '',
      INSTANCE: 'test',
      DATA_DIR: folder,
      ...(onServer && { DATABASE_URL: onServer.url }),
      ...environment,
    },
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, output, errors }
}

describe('npm run migrate', () => {
  it('plans, rehearses and applies, and then has nothing to do', async () => {
    await releasedFirst()
    expect(await run('--plan')).toEqual({ code: 0, output: `Would be applied:\n${LATER}`, errors: '' })
    expect(await run('--dry-run')).toEqual({ code: 0, output: `Applied and undone:\n${LATER}`, errors: '' })
    expect(await plan()).toBe(LATER)
    expect(await run('--lock-timeout', '30')).toEqual({ code: 0, output: `Applied:\n${LATER}`, errors: '' })
    expect(await plan()).toBe('')
    expect((await run()).output).toBe('Nothing to apply: the database is up to date.\n')
    expect((await run('--plan')).output).toBe('Nothing would be applied: the database is up to date.\n')
  })

  it.runIf(TEST_SERVER)('applies them as the owner, and grants the serving role its rights', async () => {
    if (!onServer) return
    const role = `equipoise_command_${randomBytes(6).toString('hex')}`
    await sql`create role ${sql.id(role)} login`.execute(onServer.queries)
    const serving = new URL(onServer.url)
    serving.username = role
    const environment = { DATABASE_URL: serving.href, MIGRATION_DATABASE_URL: onServer.url }
    const { code, output } = await runWith(environment)
    expect([code, output.split('\n').at(-2)]).toEqual([0, `The role ${role} has the rights to serve.`])
    const again = await runWith({ DATABASE_URL: serving.href })
    expect(again.output).toBe('Nothing to apply: the database is up to date.\n')
    await sql`drop owned by ${sql.id(role)}`.execute(onServer.queries)
    await sql`drop role ${sql.id(role)}`.execute(onServer.queries)
  })

  it('refuses a database that a newer version has changed', async () => {
    const newer = { name: '9999-of-a-newer-version', text: 'create table newer ()' }
    const database = await opened()
    await migrate(database, [...MIGRATIONS, newer])
    await database.close()
    for (const parameters of [[], ['--plan'], ['--dry-run']])
      expect(await run(...parameters)).toEqual({
        code: 1,
        output: '',
        errors:
          'The database has the migration 9999-of-a-newer-version, which only a newer version knows: start that version\n',
      })
  })

  it('refuses a database into which a backup was restored only in part', async () => {
    await releasedFirst()
    const database = await opened()
    await markRestore(database.queries)
    await database.close()
    const { code, errors } = await run()
    expect([code, errors]).toEqual([1, expect.stringContaining('run npm run restore again')])
    expect(await plan()).toBe(LATER)
  })

  it.each([
    ['--plan', '--dry-run'],
    ['--lock-timeout', '0'],
    ['--lock-timeout', '601'],
    ['--lock-timeout', '1e2'],
    ['now'],
  ])('shows its usage: %s %s', async (...parameters) => {
    const { code, output, errors } = await run(...parameters.filter(Boolean))
    expect([code, output]).toEqual([1, ''])
    expect(errors).toMatch(/^Usage: npm run migrate/)
  })

  it.runIf(!TEST_SERVER)('creates no database for a plan', async () => {
    rmSync(folder, { recursive: true })
    for (const parameter of ['--plan', '--dry-run'])
      expect((await run(parameter)).errors).toBe(`There is no database in ${folder}\n`)
    expect(existsSync(folder) && readdirSync(folder)).toBe(false)
    expect((await run()).output).toMatch(/^Applied:\n {2}0001-foundation\n/)
  })
})
