import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../../src/server/start/config/config'
import { environmentFile, settingsPage } from '../../../../src/server/start/config/settings-page'
import { SETTINGS_TABLE } from '../../../../src/server/start/config/settings-table'

const project = new URL('../../../../', import.meta.url)
const rows = SETTINGS_TABLE.flatMap((section) => section.rows)

/* The settings table is written again with `npm test -- tests/server/start/config/settings-table.test.ts --update`. */

describe('the table of settings', () => {
  it('has every setting that the server reads, once', () => {
    const names = rows.map(({ name }) => name).filter((name) => !name.includes('<ID>'))
    expect(names.toSorted()).toEqual(Object.keys(SETTINGS.entries).toSorted())
  })

  it.each([
    ['HOST', '127.0.0.1'],
    ['DATABASE_CONNECTIONS', '10'],
    ['MAIL_FROM', 'no-reply at the host of PUBLIC_URL'],
    ['SERVICE_URL', null],
    ['SEED_KEY_PREVIOUS', null],
    ['REQUESTS_PER_PERSON', '1200; none on local and test'],
  ])('has the default of %s from its schema: %s', (setting, value) => {
    expect(rows.find(({ name }) => name === setting)?.value_unset).toBe(value)
  })

  it('has a reason for the default of each number', () => {
    const numbers = rows.filter(({ example }) => /^\d+$/.test(example))
    expect(numbers.length).toBeGreaterThan(12)
    expect(numbers.filter(({ why }) => why === null).map(({ name }) => name)).toEqual([])
    for (const { why } of numbers) expect(why).toMatch(/^[A-Z].*\.$/)
  })

  it('marks settings that may be in a file', () => {
    const secret = rows.filter(({ is_secret }) => is_secret).map(({ name }) => name)
    expect(secret).toEqual([
      'DATABASE_URL',
      'MIGRATION_DATABASE_URL',
      'SEED_KEY',
      'SEED_KEY_PREVIOUS',
      'SMTP_URL',
      'OIDC_<ID>_CLIENT_SECRET',
    ])
  })

  it("is the operators' page", async () => {
    const style = JSON.parse(readFileSync(new URL('.prettierrc.json', project), 'utf8'))
    const page = await format(settingsPage(), { ...style, parser: 'markdown' })
    await expect(page).toMatchFileSnapshot(new URL('src/help/settings.md', project).pathname)
  })

  it('is the initial environment file', async () => {
    await expect(environmentFile()).toMatchFileSnapshot(new URL('src/deploy/equipoise.env', project).pathname)
  })

  // The check of the settings and the line of cron read the file with a shell (src/help/install.md, src/help/backup.md).
  it('is an environment file that a shell reads as it is written', () => {
    const lines = environmentFile()
      .split('\n')
      .flatMap((line) => /^#(\w+(?:<ID>\w+)?=.*)$/.exec(line)?.[1]?.replace('<ID>', 'SSO') ?? [])
    expect(lines).toHaveLength(rows.length)
    const { stdout, stderr } = spawnSync('sh', ['-ac', `${lines.join('\n')}\nenv -0`], { encoding: 'utf8', env: {} })
    expect(stderr).toBe('')
    const read = new Set(stdout.split('\0'))
    expect(rows.filter(({ name, example }) => !read.has(`${name.replace('<ID>', 'SSO')}=${example}`))).toEqual([])
  })
})
