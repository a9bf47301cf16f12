import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE } from '#contract/api-address'
import { openDatabase } from '../../../src/server/ground/db/open-database'
import { BUILT_SERVER } from '../../support/built-files'
import { isFull } from '../../support/full'
import { storePeople } from '../../support/peopled-place'
import { until } from '../../support/until'

/* A process that is of no use any more ends, so that what started it, such as systemd, starts it again. */

const folder = mkdtempSync(join(tmpdir(), 'ended-'))
beforeAll(async () => {
  const database = await openDatabase({ database_url: undefined, data_dir: folder }, () => {})
  await storePeople(database)
  await database.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const supported = (name: string) => fileURLToPath(new URL(`../../support/${name}`, import.meta.url))

/** A program of Node with what it has written so far. */
const run = (parameters: string[], environment: Record<string, string> = {}, within: string[] = []) => {
  const [program = '', ...rest] = [...within, process.execPath, ...parameters]
  const child = spawn(program, rest, { env: { PATH: process.env['PATH'], ...environment } })
  const written = { output: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written.output += chunk))
  const ended: Promise<unknown[]> = once(child, 'exit')
  return { child, written, ended }
}

/** The built server, which fails on SIGUSR2, once it answers. */
const startFailing = async (FAILS_BY: 'hanging' | 'disk') => {
  const environment = { DATA_DIR: folder, INSTANCE: 'test', PORT: '0', FAILS_BY }
  const server = run(['--import', supported('failing-process.mjs'), BUILT_SERVER], environment)
  await until('it answers', () => /^Data is in /m.test(server.written.output), 120_000)
  const address = /^Equipoise is at (\S+)$/m.exec(server.written.output)?.[1] ?? ''
  return { ...server, address }
}

const HUNG =
  /"functions":\[[^\]]*"hangForEver, line \d+".*"msg":"the main thread did nothing for \d+ seconds, and the process ends"/

describe('a process', () => {
  const OWN_NUMBERS = ['--pid', '--fork']
  // Not everybody, and not every container, may begin a space of process numbers.
  const mayNumber = spawnSync('unshare', [...OWN_NUMBERS, 'true']).status === 0
  const inContainer = { as: 'as process 1, as in a container', within: ['unshare', ...OWN_NUMBERS] }
  it.each([{ as: 'alone', within: [] }, ...(mayNumber ? [inContainer] : [])])(
    'whose thread hangs is ended, and its log says in which function; $as',
    async ({ within }) => {
      const { written, ended } = run([supported('hanging-process.mjs')], {}, within)
      expect(await ended).toEqual([1, null])
      expect(written.output).toMatch(/^worked for eight seconds\n/)
      expect(written.output).toMatch(HUNG)
    },
  )

  it.runIf(existsSync('/dev/full'))('whose thread hangs is ended where its log is full', async () => {
    const { written, ended } = run([supported('hanging-process.mjs')], {}, ['sh', '-c', 'exec "$0" "$@" > /dev/full'])
    expect(await ended).toEqual([1, null])
    expect(written.output).toMatch(/^worked for eight seconds\n/)
    expect(written.output).not.toMatch(HUNG)
  })

  it('whose embedded database has failed ends, and the next one opens it', async () => {
    const { child, address, written, ended } = await startFailing('disk')
    child.kill('SIGUSR2')
    // The server stores each beginning of a sign-in.
    await fetch(`${address}${API_BASE}/auth/ping/redirect?idp=sso`, { redirect: 'manual' }).catch(() => null)
    expect(await ended).toEqual([1, null])
    expect(written.output).toMatch(/"level":60,.*"msg":"the embedded database has failed"/)
    const next = await startFailing('disk')
    expect((await fetch(`${next.address}/readyz`)).status).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.ended).toEqual([0, null])
  }, 180_000)

  it.runIf(isFull)(
    'as people start it is ended two minutes after it hung',
    async () => {
      const { child, written, ended } = await startFailing('hanging')
      child.kill('SIGUSR2')
      expect(await ended).toEqual([1, null])
      expect(written.output).toMatch(HUNG)
    },
    300_000,
  )
})
