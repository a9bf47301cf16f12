import { API_BASE } from '#contract/api-address'
import { listMessages } from '#contract/messages'
import { listTrials } from '#contract/trials'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { testDatabase, TEST_SERVER } from '../support/database'
import { openMailServer } from '../support/mail-server'
import { startServer, type ServerProcess } from '../support/server-process'

/* The built server, killed with SIGKILL between the commit of what it tells of and the sending. */

const folder = mkdtempSync(join(tmpdir(), 'equipoise-killed-'))
const leftOver: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of leftOver.splice(0)) await end()
  rmSync(folder, { recursive: true, force: true })
})

const placeOf = async () => {
  if (TEST_SERVER === undefined) return { database_url: undefined, data_dir: folder }
  const database = await testDatabase()
  leftOver.push(database.close)
  return { database_url: database.url, data_dir: folder }
}

/** A mail server that lets everybody in and never says a word. Resolves `knocked` when somebody came. */
const deafServer = async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {
      // Whoever is killed hangs up without a word.
    })
    sockets.push(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the deaf server listens on no port')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return { port: address.port, url: `smtp://127.0.0.1:${address.port}`, knocked: once(server, 'connection'), close }
}

const asked = async <S extends v.GenericSchema>({ url, token }: ServerProcess, schema: S, path: string) => {
  const response = await fetch(`${url}${API_BASE}/${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const answer: unknown = await response.json()
  return v.parse(schema, answer)
}

const RECIPIENTS = 6

test('a server killed between commit and sending: every e-mail goes out, and goes out once', async () => {
  const place = await placeOf()
  const deaf = await deafServer()
  const first = await startServer({ ...place, smtp_url: deaf.url })
  const { data } = await asked(first, listTrials.response, 'trials?status=started&q=Stroke')
  const id = data[0]?.id ?? 0
  await first.ask('POST', `trials/${id}/status`, { trial_status_id: 4, reason: 'For a test' })
  // Some of them are in its hands by now, the others still wait.
  await deaf.knocked
  await first.kill()
  await deaf.close()

  const server = await openMailServer(deaf.port)
  leftOver.push(server.stop)
  const second = await startServer({ ...place, smtp_url: server.url })
  leftOver.unshift(second.stop)
  const states = async () => {
    const list = await asked(second, listMessages.response, `trials/${id}/messages`)
    return list.data.map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 60_000, interval: 500 }).toEqual(Array(RECIPIENTS).fill('sent'))
  expect(new Set(server.taken.map(({ recipient }) => recipient)).size).toBe(RECIPIENTS)
  expect(new Set(server.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(RECIPIENTS)
  expect(server.taken).toHaveLength(RECIPIENTS)
}, 150_000)
