import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { BUILT_SERVER } from '../../support/built-files'

/* An operator runs `npm run check-config`: the built command, in an environment of its own. */

const COMMAND = join(dirname(BUILT_SERVER), 'check-config.js')

const checked = async (environment: Record<string, string>) => {
  const answered = promisify(execFile)(process.execPath, [COMMAND], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  })
  const { stdout, stderr, code } = await answered.then(
    (said) => ({ ...said, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { stdout, stderr, code }
}

describe('npm run check-config', () => {
  it('lists every fault at once, one a line, and exits with 1', async () => {
    const said = await checked({ INSTANCE: 'prod', PORT: 'eighty', SEED_KEY_FILE: '/nowhere/seed-key' })
    expect(said).toEqual({
      code: 1,
      stdout: '',
      stderr: `${[
        'SEED_KEY cannot be read: SEED_KEY_FILE names a file that does not exist',
        'PORT must be a port number',
        'OIDC_SSO_ISSUER must be set on INSTANCE prod with OIDC_SSO_CLIENT_ID and OIDC_SSO_CLIENT_SECRET, or those of another sign-in provider',
        'PUBLIC_URL must be an https address on INSTANCE prod, such as https://randomise.example.org',
        'SMTP_URL must be set on INSTANCE prod, to the address of a mail server, smtp:// or smtps://',
        'DATABASE_URL must be set on INSTANCE prod, or EMBEDDED_DATABASE to yes, which stores everything in DATA_DIR',
      ].join('\n')}\n`,
    })
  })

  it('finds a user of the mail server who has no password, and shows no address', async () => {
    expect(await checked({ SMTP_URL: 'smtps://portal@mail.example.org' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'SMTP_URL must have a password beside its user, smtps://user:password@host\n',
    })
  })

  it('lists the settings where nothing is wrong, and shows no secret', async () => {
    const key = '0123456789abcdef'.repeat(4)
    const said = await checked({ PORT: '9000', SEED_KEY: key, DATABASE_URL: 'postgres://portal:hunter2@db/portal' })
    expect(said.code).toBe(0)
    expect(said.stdout).toBe(
      'The settings are valid. Set here:\n  DATABASE_URL=(not shown)\n  PORT=9000\n  SEED_KEY=(not shown)\n',
    )
  })

  it('changes nothing: no folder is made, no database opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checked-'))
    await checked({ DATA_DIR: join(folder, 'data') })
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
