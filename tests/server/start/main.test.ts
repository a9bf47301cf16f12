import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_SERVER } from '../../support/built-files'
import { until } from '../../support/until'

/* The built server in a process of its own, as `npm run serve` starts it. */

let folder = ''
beforeAll(() => {
  if (!existsSync(BUILT_SERVER)) throw new Error('build the server first: npm run build')
  folder = mkdtempSync(join(tmpdir(), 'served-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const started = (environment: Record<string, string>) =>
  spawn(process.execPath, [BUILT_SERVER], { env: { PATH: process.env['PATH'], DATA_DIR: folder, ...environment } })

/** The output of a process from now on; `until` waits for a line of it. */
const listenTo = (child: ChildProcessWithoutNullStreams) => {
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    output: () => output,
    until: (line: RegExp) => until(`${line}`, () => line.test(output), 60_000),
  }
}

/** The exit code and output of a start that is refused. */
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

  it('names all missing needs of a production instance, each in one line', async () => {
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

  it('shows its progress to a person at a terminal and three lines at the end, and ends on Ctrl-C', async () => {
    const child = spawn('script', ['-qfec', `exec "${process.execPath}" "${BUILT_SERVER}"`, '/dev/null'], {
      env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'fresh'), INSTANCE: 'test', PORT: '0' },
    })
    const terminal = listenTo(child)
    await terminal.until(/^Data is in .*\r\n/m)
    const output = terminal.output()
    const progress = [...output.matchAll(/Loading sample data\. ([^\r]+)/g)].map(([, sentence]) => sentence)
    expect(progress).toContain('The International Stroke Trial, UK: 2,000 of 2,000 randomised')
    const lines = output
      .slice(output.lastIndexOf('\u001B[K') + 3)
      .trimEnd()
      .split('\r\n')
    expect(lines).toEqual([
      expect.stringMatching(/^Equipoise is at http:\/\/localhost:\d+$/),
      expect.stringMatching(/^Sign in without a password as one of administrator@example\.org, /),
      `Data is in ${join(folder, 'fresh')}`,
    ])
    expect(output).not.toContain('{"')
    child.stdin.write('\u0003')
    expect(await once(child, 'exit')).toEqual([0, null])
    // The first start loads the whole sample.
  }, 60_000)

  it('names its address and the sample accounts, answers, and stops on SIGTERM with exit code 0', async () => {
    const child = started({ INSTANCE: 'test', PORT: '0', DATA_DIR: join(folder, 'fresh') })
    const listener = listenTo(child)
    await listener.until(/unblinder@example\.org/)
    const address = /^Equipoise is at (http:\/\/localhost:\d+)$/m.exec(listener.output())?.[1]
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(listener.output()).toMatch(/^\{"level":30,.*"path":"\/healthz"/m)
  }, 60_000)

  it('logs from LOG_LEVEL on', async () => {
    const child = started({ INSTANCE: 'test', PORT: '0', DATA_DIR: join(folder, 'fresh'), LOG_LEVEL: 'error' })
    const listener = listenTo(child)
    await listener.until(/^Data is in .*\n/m)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(listener.output()).not.toContain('{"level"')
  }, 60_000)

  it('offers no sample account at a public address, and says what to set', async () => {
    const child = started({
      INSTANCE: 'test',
      PORT: '0',
      PUBLIC_URL: 'https://randomise.example.org',
      DATA_DIR: join(folder, 'fresh'),
    })
    const listener = listenTo(child)
    await listener.until(/^Data is in .*\n/m)
    const output = listener.output()
    expect(output).toMatch(/^Equipoise is at https:\/\/randomise\.example\.org$/m)
    expect(output).toMatch(/^There are no sample accounts, .* SAMPLE_ACCOUNTS=yes/m)
    expect(output).not.toContain('administrator@example.org')
    child.kill('SIGTERM')
    await once(child, 'exit')
  }, 60_000)
})
