import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDeliveries, type Deliveries } from '../../../../src/server/doors/jobs/deliveries'
import { claimDueMessages } from '../../../../src/server/ground/db/messages'
import { laterByMs } from '../../../../src/server/ground/time/clock'
import { mailRoom } from '../../../support/mail-room'
import { openMailServer, type MailServer } from '../../../support/mail-server'
import { gate } from '../../ground/db/gate'
import {
  mailingWorld,
  randomiseAtNorth,
  staffedTrial,
  storedMessages,
  type MailingWorld,
} from '../../ground/mail/mailing-world'

let server: MailServer
let world: MailingWorld
let deliveries: Deliveries
beforeAll(async () => {
  server = await openMailServer()
  world = await mailingWorld({ SMTP_URL: server.url })
})
afterEach(() => deliveries.stop(0))
afterAll(async () => {
  await world.stop()
  await server.stop()
})

const started = () => {
  deliveries = createDeliveries(mailRoom(world.context), NO_ROUND_MS)
  deliveries.start()
  // Replaces the portal's own deliveries, which this world never starts, so that new emails wake these.
  world.context.mail = deliveries
  return deliveries
}

const EACH = 4
/** Longer than any test: an email that is sent earlier was sent because a new one woke the deliveries. */
const NO_ROUND_MS = 600_000
const PATIENCE = { timeout: 20_000 }

test('waiting emails are sent at the start, and later ones as soon as they are committed', async () => {
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const before = server.taken.length
  started()
  await expect.poll(() => server.taken.length - before, PATIENCE).toBe(EACH)
  await randomiseAtNorth(world, trial)
  await expect.poll(() => server.taken.length - before, PATIENCE).toBe(2 * EACH)
})

test('a stopping one finishes emails in progress, and claims no more', async () => {
  const trial = await staffedTrial(world)
  for (let number = 0; number < 3; number += 1) await randomiseAtNorth(world, trial)
  const holding = gate()
  server.hold(holding.opened)
  const arrival = server.arrivals(server.taken.length + 1)
  const { stop } = started()
  await arrival
  const stopped = stop(20_000)
  holding.open()
  await stopped
  const states = (await storedMessages(world, trial)).map(({ state }) => state)
  expect(states.toSorted()).toEqual([...Array(4).fill('queued'), ...Array(8).fill('sent')])
})

test('a stopping one does not wait for a server that never answers', async () => {
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const never = gate()
  server.hold(never.opened)
  const arrival = server.arrivals(server.taken.length + 1)
  const { stop } = started()
  await arrival
  await stop(50)
  const states = new Set((await storedMessages(world, trial)).map(({ state }) => state))
  expect(states).toContain('sending')
  never.open()
})

test('one whose clock is an hour ahead sends too, by the database’s clock, and leaves what another has claimed', async () => {
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const { context, clock } = world
  const until = new Date(Date.parse(clock.now()) + 30_000).toISOString()
  await claimDueMessages(context.database.queries, { now: clock.now(), until, limit: 1 })
  const hour = 3_600_000
  const ahead = () => new Date(Date.parse(clock.now()) + hour).toISOString()
  deliveries = createDeliveries({ ...mailRoom(context), now: ahead, difference: async () => hour }, NO_ROUND_MS)
  deliveries.start()
  const states = async () => (await storedMessages(world, trial)).map(({ state }) => state)
  await expect.poll(states, PATIENCE).toEqual(['sending', 'sent', 'sent', 'sent'])
})

test('one whose clock is set back while it sends still claims by the database’s clock', async () => {
  const trial = await staffedTrial(world)
  for (let number = 0; number < 3; number += 1) await randomiseAtNorth(world, trial)
  const { context, clock } = world
  const last = async () => (await storedMessages(world, trial)).at(-1)
  const room = mailRoom(context)
  const [first, second] = [gate(), gate()]
  let holding = first
  const send: typeof room.transport.send = async (mail) => {
    await holding.opened
    return room.transport.send(mail)
  }
  let moved = 0
  const now = () => laterByMs(clock.now(), moved)
  const difference = async () => moved
  deliveries = createDeliveries({ ...room, transport: { ...room.transport, send }, now, difference }, NO_ROUND_MS)
  deliveries.start()
  const states = async () => (await storedMessages(world, trial)).map(({ state }) => state)
  await expect.poll(states, PATIENCE).toContain('sending')
  expect(await last()).toMatchObject({ state: 'queued' })
  moved = -365 * 86_400_000
  holding = second
  first.open()
  await expect.poll(last, PATIENCE).toMatchObject({ state: 'sending' })
  expect(await last()).toMatchObject({ next_attempt_at: laterByMs(clock.now(), 30_000) })
  second.open()
  await expect.poll(last, PATIENCE).toMatchObject({ state: 'sent' })
})

test('what a process with a clock ahead has queued is sent at once by another', async () => {
  const trial = await staffedTrial(world)
  world.clock.step(5 * 3_600)
  await randomiseAtNorth(world, trial)
  world.clock.step(-5 * 3_600)
  started()
  const states = async () => new Set((await storedMessages(world, trial)).map(({ state }) => state))
  await expect.poll(states, PATIENCE).toEqual(new Set(['sent']))
})

test('a failed round is followed by the next', async () => {
  const dependencies = mailRoom(world.context)
  const said: string[] = []
  const log = pino({}, { write: (line) => void said.push(line) })
  deliveries = createDeliveries({ ...dependencies, log, now: () => 'no time at all' }, NO_ROUND_MS)
  deliveries.start()
  await expect.poll(() => said.length, PATIENCE).toBe(1)
  deliveries.wake()
  await expect.poll(() => said.length, PATIENCE).toBe(2)
})
