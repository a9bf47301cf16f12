import { API_BASE } from '#contract/api-address'
import { listMessages } from '#contract/messages'
import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../src/server/start/config/config'
import type { OpenDatabase } from '../../src/server/ground/db/open-database'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { startPortal } from '../../src/server/start/start-portal'
import { aTrial, grant } from '../support/a-trial'
import { openMailServer } from '../support/mail-server'
import { peopledPlace } from '../support/peopled-place'
import { startServer, type ServerProcess } from '../support/server-process'

/* The built server, killed with SIGKILL between the commit of an event and the sending of its emails. */

const folder = mkdtempSync(join(tmpdir(), 'equipoise-killed-'))
const leftOver: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of leftOver.splice(0)) await end()
  rmSync(folder, { recursive: true, force: true })
})

/** A mail server that accepts connections and never answers. Resolves `knocked` at the first connection. */
const deafServer = async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {
      // A killed process disconnects without a word, which is no fault.
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

const readFrom = async <S extends v.GenericSchema>({ url, token }: ServerProcess, schema: S, path: string) => {
  const response = await fetch(`${url}${API_BASE}/${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const answer: unknown = await response.json()
  return v.parse(schema, answer)
}

/** Everybody but the administrator, who takes no part in the trial. */
const TOLD = ['coordinator', 'nurse', 'pharmacist', 'monitor', 'blinded-nurse', 'unblinder'] as const
const RECIPIENTS = TOLD.length

/** A Started trial that these people take part in. Returns its id. */
const aWatchedTrial = async (database: OpenDatabase): Promise<number> => {
  const settings = readConfig({ INSTANCE: 'test', PORT: '0', DATA_DIR: folder })
  if (!settings.ok) throw new Error(settings.refusal)
  const started = await startPortal(settings.value, { database, log: pino({ level: 'silent' }) })
  if (!started.ok) throw new Error(started.refusal)
  const { context, stop } = started.value
  const { trial_id } = await aTrial({ context })
  const users = await database.queries.selectFrom('users').select(['id', 'email']).execute()
  const personId = (key: SampleAccountKey) => users.find(({ email }) => email === `${key}@example.org`)?.id ?? 0
  for (const person of TOLD) {
    await grant({ context, personId }, { person, role: 'Trial administrator', trial_id, site_id: null })
  }
  await stop()
  return trial_id
}

/** Ends the time in which no other process may take up an email that the killed process was sending. */
const forgetClaims = async ({ queries }: OpenDatabase): Promise<void> => {
  await queries
    .updateTable('messages')
    .set({ next_attempt_at: sql`queued_at` })
    .where('state', '=', 'sending')
    .execute()
}

test('after a server is killed between commit and sending, every email is sent, and sent once', async () => {
  const place = await peopledPlace(folder)
  leftOver.push(place.close)
  const id = await place.between(aWatchedTrial)
  const deaf = await deafServer()
  const first = await startServer({ ...place, smtp_url: deaf.url })
  await first.ask('POST', `trials/${id}/status`, { trial_status_id: 4, reason: 'For a test' })
  // The server has begun to send some of them; the others still wait.
  await deaf.knocked
  await first.kill()
  await deaf.close()
  await place.between(forgetClaims)

  const server = await openMailServer(deaf.port)
  leftOver.push(server.stop)
  const second = await startServer({ ...place, smtp_url: server.url })
  leftOver.unshift(second.stop)
  const states = async () => {
    const list = await readFrom(second, listMessages.response, `trials/${id}/messages`)
    return list.data.filter(({ kind }) => kind === 'trial_status').map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual(Array(RECIPIENTS).fill('sent'))
  // Weekly jobs send emails of their own.
  const taken = server.taken.filter(({ headers }) => headers.get('subject')?.includes('Paused'))
  expect(new Set(taken.map(({ recipient }) => recipient)).size).toBe(RECIPIENTS)
  expect(new Set(taken.map(({ headers }) => headers.get('message-id'))).size).toBe(RECIPIENTS)
  expect(taken).toHaveLength(RECIPIENTS)
}, 150_000)
