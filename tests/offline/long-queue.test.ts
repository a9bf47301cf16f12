// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { createOutbox } from '#offline/outbox'
import { openOutboxDatabase, type OutboxDatabase } from '#offline/outbox-database'
import { sendDue } from '#offline/send-due'
import { Dexie } from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import { aNewFlag, NOON } from '../client/device/outbox/some-actions'
import { sealOf } from '../support/action-seals'

/* A tablet without network for a day has hundreds of actions to send. How many others wait costs none of them anything. */

const NAME = 'long-queue-of-a-test'

let database: OutboxDatabase | undefined

const openedAnew = async (): Promise<OutboxDatabase> => {
  database?.close()
  await Dexie.delete(NAME)
  const outcome = await openOutboxDatabase(NAME)
  if (!outcome.ok) throw new Error(outcome.refusal.words)
  database = outcome.value
  return database
}

afterEach(async () => {
  database?.close()
  await Dexie.delete(NAME)
})

/**
 * A queue of so many actions, in order, behind so many that another person has stored. The server accepts the first 16 of the
 * nurse's, and then is away. Returns what it got, and how many rows were read and opened for that.
 */
const sendsSixteen = async ({ queued, front = 0 }: { queued: number; front?: number }) => {
  const queue = await openedAnew()
  const outbox = createOutbox(queue, () => NOON)
  const [nurse, pharmacist] = [await sealOf('nurse'), await sealOf('pharmacist')]
  const author = { sub: 'pharmacist', name: 'Vera Novak' }
  for (let n = 0; n < front; n += 1)
    await outbox.store(aNewFlag(`front ${n}`, { participant: 10_000 + n, author }), pharmacist)
  for (let n = 0; n < queued; n += 1) await outbox.store(aNewFlag(`${n}`, { participant: n + 1 }), nurse)
  const sent: string[] = []
  let read = 0
  queue.items.hook('reading', (row) => {
    read += 1
    return row
  })
  const opening = vi.spyOn(crypto.subtle, 'decrypt')
  await sendDue({
    outbox,
    sub: () => 'nurse',
    fetchSeal: async () => nurse,
    send: async ({ id }) => {
      if (sent.length === 16) return { kind: 'unanswered', words: 'no network', retry_after_ms: null }
      sent.push(id)
      return { kind: 'accepted' }
    },
    deleteTrialIfWithdrawn: () => Promise.resolve(false),
    ignoresRetryDelay: false,
    now: () => NOON,
    chance: () => 0.5,
  })
  const opened = opening.mock.calls.length
  opening.mockRestore()
  return { sent, read, opened }
}

const FIRST_SIXTEEN = Array.from({ length: 16 }, (_, n) => `${n}`)

it('sends each action with as many rows read and opened, however many others wait', async () => {
  const short = await sendsSixteen({ queued: 24 })
  const long = await sendsSixteen({ queued: 150 })
  expect(short.sent).toEqual(FIRST_SIXTEEN)
  expect(long).toEqual(short)
})

it('finds the due actions behind many of another person', async () => {
  const { sent } = await sendsSixteen({ queued: 24, front: 50 })
  expect(sent).toEqual(FIRST_SIXTEEN)
})
