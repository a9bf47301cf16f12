import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_SERVER } from '../support/built-files'

/* The built server as a process of its own, as `npm run serve` starts it. */

let folder = ''
beforeAll(() => {
  if (!existsSync(BUILT_SERVER)) throw new Error('build the server first: npm run build')
  folder = mkdtempSync(join(tmpdir(), 'served-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const started = (environment: Record<string, string>) =>
  spawn(process.execPath, [BUILT_SERVER], { env: { PATH: process.env['PATH'], DATA_DIR: folder, ...environment } })

/** How a start that is refused ends. */
const refusalOf = async (environment: Record<string, string>) => {
  const child = started(environment)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, out, lines: err.trimEnd().split('\n') }
}

describe('the server process', () => {
  it.each([
    [/^PORT must be a port number/, { PORT: 'eighty' }],
    [/^SEED_KEY must be 32 bytes/, { SEED_KEY: 'short' }],
    [/^DATABASE_URL: /, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }],
    [/^HOST 192\.0\.2\.1 is not an address/, { HOST: '192.0.2.1', PORT: '0' }],
  ])('stops with exit code 1 and one line: %s', async (line, environment) => {
    const { code, out, lines } = await refusalOf(environment)
    expect(lines).toEqual([expect.stringMatching(line)])
    expect(code).toBe(1)
    expect(out).not.toContain('Equipoise is at')
  })

  it('names everything that a production instance cannot start without, each in one line', async () => {
    const { code, lines } = await refusalOf({ INSTANCE: 'prod', SEED_KEY: '00'.repeat(32) })
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'OIDC_SSO_ISSUER',
      'PUBLIC_URL',
      'SMTP_URL',
      'DATABASE_URL',
      'SEED_KEY',
    ])
    expect(code).toBe(1)
  })

  it('says where it is and who one may be, answers, and stops on SIGTERM with exit code 0', async () => {
    const child = started({ INSTANCE: 'test', PORT: '0', DATA_DIR: join(folder, 'fresh') })
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      if (said.includes('unblinder@example.org')) break
    }
    const address = /^Equipoise is at (http:\/\/localhost:\d+)$/m.exec(said)?.[1]
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    // Its first start loads the whole sample.
  }, 60_000)

  it('offers nobody a sample account at a public address, and says what to set', async () => {
    const child = started({
      INSTANCE: 'test',
      PORT: '0',
      PUBLIC_URL: 'https://randomise.example.org',
      DATA_DIR: join(folder, 'fresh'),
    })
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      if (/^Equipoise is at .*\n.+\n/m.test(said)) break
    }
    expect(said).toMatch(/^Equipoise is at https:\/\/randomise\.example\.org$/m)
    expect(said).toMatch(/^There are no sample accounts, .* SAMPLE_ACCOUNTS=yes/m)
    expect(said).not.toContain('administrator@example.org')
    child.kill('SIGTERM')
    await once(child, 'exit')
  }, 60_000)
})
