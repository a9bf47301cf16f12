import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/server/ground/db/migrate'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { inTransaction } from '../../src/server/ground/db/transaction'
import { insertSamplePeople } from '../../src/server/start/sample-data/insert-sample-people'
import { signIn } from '../support/server-process'

/* `npm run dev` as a process of its own. */

const PATIENCE = { timeout: 40_000 }

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let folder = ''
let dev: ChildProcess
let output = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dev-'))
  await storePeople()
  dev = spawn(process.execPath, [inProject('src/commands/dev.mjs')], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  dev.stdout?.on('data', (chunk) => (output += String(chunk)))
})
afterAll(() => {
  dev.kill()
  rmSync(folder, { recursive: true })
})

/** Stores the sample people without their trials, which take long to load. */
const storePeople = async () => {
  const database = await openDatabase({ database_url: undefined, data_dir: folder }, () => {})
  await migrate(database)
  await inTransaction(database, async (transaction) => ({
    ok: true,
    value: await insertSamplePeople(transaction, new Date().toISOString()),
  }))
  await database.close()
}

/** The address that each start of the server printed. */
const addresses = () => [...output.matchAll(/^Equipoise is at (\S+)$/gm)].map(([, address = '']) => address)

const serverIds = () => [...new Set([...output.matchAll(/"pid":(\d+)/g)].map(([, id]) => Number(id)))]

const isRunning = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('serves the sources and the sign-in at one address, restarts the server, and leaves no process', async () => {
  await expect.poll(addresses, PATIENCE).toHaveLength(1)
  const [url = ''] = addresses()
  expect(await (await fetch(url)).text()).toContain('/@vite/client')
  expect(await signIn(url)).toMatch(/^ey/)

  utimesSync(inProject('src/server/doors/http/health.ts'), new Date(), new Date())
  await expect.poll(addresses, PATIENCE).toEqual([url, url])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  dev.kill('SIGINT')
  expect(await once(dev, 'exit')).toEqual([0, null])
  expect(serverIds().length).toBeGreaterThan(0)
  expect(serverIds().filter(isRunning)).toEqual([])
}, 90_000)
