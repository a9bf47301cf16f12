import { afterAll, afterEach, beforeAll, describe, expect, test, vi, type MockInstance } from 'vitest'
import { readChain } from '../../../support/audit-chain'
import { posted } from '../../../support/ask'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'
import { tokenFor } from './report-calls'
import { heldSnapshots, trialOfSlowReaders } from './slow-readers'

/* A long reading on a server fails where it finds no place, and where it takes too long. */

let world: TestPortal
let slow: Awaited<ReturnType<typeof trialOfSlowReaders>>

beforeAll(async () => {
  world = await testPortal()
  slow = await trialOfSlowReaders(world)
})
afterAll(() => world.stop())

afterEach(() => {
  vi.restoreAllMocks()
})

/** The time that the tests wait for the process, in milliseconds. */
const WAITS = { timeout: 20_000 }

type Timers = MockInstance<typeof setTimeout>

const isSet = (timers: Timers, ms: number): boolean => timers.mock.calls.some(([, delay]) => delay === ms)

/** Fires one timer and no other: a query in progress has a time-out too. */
const letPass = (timers: Timers, ms: number): void => {
  const [call] = timers.mock.calls.find(([, delay]) => delay === ms) ?? []
  call?.()
}

const held = () => heldSnapshots(world)
const reportPath = () => `trials/${slow.trial.trial_id}/reports/long`

const downloaded = (token: string) => fetch(`${world.url}/api/v1/${reportPath()}/download?token=${token}`)

const recordedKinds = async () =>
  (await readChain(world.database.queries, slow.trial.trial_id)).entries.map(({ kind }) => kind)

const descriptionOfLast = async () =>
  (await readChain(world.database.queries, slow.trial.trial_id)).entries.at(-1)?.description

const UNAVAILABLE = {
  status: 503,
  code: 'unavailable',
  message: 'The service is briefly unavailable. Nothing was changed. Try again in a minute',
}

describe.runIf(TEST_SERVER)('beside as many readings as there are places', () => {
  test.each([
    ['a download', (token: string) => downloaded(token)],
    ['a report', () => slow.people.administrator.fetch(reportPath(), posted({ type: 'data' }))],
  ] as const)('%s that finds no place in 30 seconds is refused, and changes nothing', async (_, ask) => {
    const readers = [await slow.begun('the long report'), await slow.begun('its spreadsheet')]
    readers.push(await slow.begun('the list of participants'))
    await vi.waitUntil(async () => (await held()) === 3, WAITS)
    const token = await tokenFor(slow.people.administrator, reportPath())
    const before = await recordedKinds()

    const timers = vi.spyOn(globalThis, 'setTimeout')
    const asked = ask(token)
    await vi.waitUntil(() => isSet(timers, 30_000), WAITS)
    letPass(timers, 30_000)
    const answer = await asked
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject(UNAVAILABLE)
    expect(await recordedKinds()).toEqual(before)

    readers[0]?.leave()
    await vi.waitUntil(async () => (await held()) === 2, WAITS)
    const again = await downloaded(token)
    expect(again.status).toBe(200)
    await again.body?.cancel()
    for (const { leave } of readers) leave()
    await vi.waitUntil(async () => (await held()) === 0, WAITS)
  })
})

describe.runIf(TEST_SERVER)('a reading whose time is over', () => {
  test.each([
    ['the long report', 'Long report of trial % generated in part'],
    ['its spreadsheet', 'Long report of trial % downloaded'],
    ['the list of participants', 'Participants of trial % exported as CSV'],
  ] as const)('breaks off after a quarter of an hour, %s too', async (name, description) => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { rest } = await slow.begun(name)
    await vi.waitUntil(async () => (await held()) === 1, WAITS)
    letPass(timers, 15 * 60_000)
    await vi.waitUntil(async () => (await held()) === 0, WAITS)
    // The connection breaks before the end, so that the file never looks whole.
    await expect(rest()).rejects.toThrow('terminated')
    const recorded = description.replace('%', String(slow.trial.trial_id))
    await vi.waitUntil(async () => (await descriptionOfLast()) === recorded, WAITS)
  })
})
