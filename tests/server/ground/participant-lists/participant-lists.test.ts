import type { KyselyPlugin } from 'kysely'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createParticipantLists } from '../../../../src/server/ground/participant-lists/participant-lists'
import { inReadingTurn } from '../../../../src/server/ground/db/reading-turn'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { flag } from '../../../support/flag'
import { giveParticipants } from '../../../support/many-participants'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { gate } from '../db/gate'

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial
/** More than one piece of a list, and one more that is drawn. */
const GIVEN = 1_100

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world)
  const { queries } = world.database
  await giveParticipants(queries, trial.trial_id, { count: GIVEN, days: 9, until: world.clock.now() })
  await queries.updateTable('trials').set({ last_sequence_no: GIVEN, allocation_counter: GIVEN }).execute()
})
afterAll(() => world.stop())

const { signal: staying } = new AbortController()
const everywhere = () => ({ trial_id: trial.trial_id, sites: 'all' as const })

/** Lists over the database, and the number of queries that they have sent. */
const countedLists = (maxBytes?: number) => {
  let sent = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sent += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const queries = world.database.queries.withPlugin(counting)
  return { lists: createParticipantLists(queries, true, maxBytes), queries, sent: () => sent }
}

describe('a list of participants', () => {
  test('is made and compressed once for all requests that wait for it, and updated by one query', async () => {
    const { lists, sent } = countedLists()
    const answered = await Promise.all(Array.from({ length: 10 }, () => lists.newest(everywhere(), staying)))
    // The last change, three pieces and the changes meanwhile; then once more for the callers that joined during the
    // read.
    expect(sent()).toBe(6)
    const [first] = await Promise.all(answered.map(({ gzip }) => gzip()))
    for (const list of answered) expect(await list.gzip()).toBe(first)
    await drawnAt(administrator, trial, 0)
    const next = await lists.newest(everywhere(), staying)
    expect(sent()).toBe(7)
    expect(next.version).not.toBe(answered[0]?.version)
    expect(JSON.parse(gunzipSync(await next.gzip()).toString())).toEqual(
      JSON.parse(Buffer.concat(next.plain()).toString()),
    )
  })

  test('includes changes made before the request, also while an older list is read', async () => {
    const { lists, queries } = countedLists()
    const reading = gate()
    const turn = inReadingTurn(queries, () => reading.opened, 'list')
    const older = lists.newest(everywhere(), staying)
    const one = await drawnAt(administrator, trial, 0)
    await flag(administrator, trial, one)
    const newer = lists.newest(everywhere(), staying)
    reading.open()
    await Promise.all([turn, older])
    const { data } = JSON.parse(Buffer.concat((await newer).plain()).toString())
    expect(data.at(-1)).toMatchObject({ id: one.id, flag_status: { name: 'Flagged' } })
  })

  test('is not cached where the memory for it is used up', async () => {
    const { lists } = countedLists(1000)
    const [one, other] = [await lists.newest(everywhere(), staying), await lists.newest(everywhere(), staying)]
    expect([one.version, await one.gzip()]).toEqual([other.version, await other.gzip()])
    expect(await one.gzip()).not.toBe(await other.gzip())
  })

  test('no longer delays a closed request, and is ready for the next one', async () => {
    const { lists, queries, sent } = countedLists()
    const reading = gate()
    const turn = inReadingTurn(queries, () => reading.opened, 'list')
    const leaving = new AbortController()
    const request = lists.newest(everywhere(), leaving.signal)
    leaving.abort()
    await expect(request).rejects.toThrow('disconnected')
    reading.open()
    await turn
    const list = await lists.newest(everywhere(), staying)
    expect(list.plain().length).toBeGreaterThan(2)
    // The query of the caller that left, and one query to update it.
    expect(sent()).toBe(6)
  })

  test('is read again after a failure of the database', async () => {
    const { lists } = countedLists()
    const nowhere = { trial_id: Number.NaN, sites: 'all' as const }
    await expect(lists.newest(nowhere, staying)).rejects.toThrow('NaN')
    await expect(lists.newest(nowhere, staying)).rejects.toThrow('NaN')
    expect((await lists.newest(everywhere(), staying)).version).toMatch(/^\d+\./)
  })
})
