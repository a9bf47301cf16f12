import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDeliveries, type Deliveries } from '../../../../src/server/doors/jobs/deliveries'
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
  // What the portal's own deliveries, which this world never starts, would be woken by.
  world.context.mail = deliveries
  return deliveries
}

const EACH = 4
/** Longer than any test: what is sent before that was sent because somebody was woken. */
const NO_ROUND_MS = 600_000
const PATIENCE = { timeout: 20_000 }

test('what waits is sent at the start, and what is queued then as soon as it is committed', async () => {
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const before = server.taken.length
  started()
  await expect.poll(() => server.taken.length - before, PATIENCE).toBe(EACH)
  await randomiseAtNorth(world, trial)
  await expect.poll(() => server.taken.length - before, PATIENCE).toBe(2 * EACH)
})

test('one that is told to stop finishes what is being sent, and takes up nothing more', async () => {
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

test('one that is told to stop does not wait for a server that never answers', async () => {
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

test('a round that fails is followed by the next', async () => {
  const dependencies = mailRoom(world.context)
  const said: string[] = []
  const log = pino({}, { write: (line) => void said.push(line) })
  deliveries = createDeliveries({ ...dependencies, log, now: () => 'no time at all' }, NO_ROUND_MS)
  deliveries.start()
  await expect.poll(() => said.length, PATIENCE).toBe(1)
  deliveries.wake()
  await expect.poll(() => said.length, PATIENCE).toBe(2)
})
