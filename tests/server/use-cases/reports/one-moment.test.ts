import { makeLongReport } from '#contract/reports'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { strictCsv } from '../../../support/export-calls'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { TEST_SERVER } from '../../../support/database'
import { heldSnapshots, trialOfSlowReaders } from './slow-readers'

/*
 * Long reports and lists on a server are each read in one snapshot while others write. The embedded database has one
 * session.
 */

let world: TestPortal
let trial: BuiltTrial
let people: Awaited<ReturnType<typeof trialOfSlowReaders>>['people']
let begun: Awaited<ReturnType<typeof trialOfSlowReaders>>['begun']

beforeAll(async () => {
  world = await testPortal()
  ;({ trial, people, begun } = await trialOfSlowReaders(world))
})
afterAll(() => world.stop())

const path = (more: string) => `trials/${trial.trial_id}/${more}`

const held = () => heldSnapshots(world)

const lastOf = async () => {
  const row = await world.database.queries
    .selectFrom('participants')
    .select('id')
    .where('trial_id', '=', trial.trial_id)
    .orderBy('trial_sequence_no', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

const changeMeanwhile = async () => {
  const flagged = await people.nurse.fetch(
    path(`participants/${await lastOf()}/flag`),
    posted({ comment: 'Moved away' }),
  )
  expect(flagged.status).toBe(200)
  await drawnAt(people.nurse, trial, 0)
}

const reportRows = (bytes: Buffer) => {
  const answer = v.parse(makeLongReport.response, JSON.parse(bytes.toString()))
  if (!('data' in answer)) throw new Error('no report')
  return answer.data.rows
}

describe.runIf(TEST_SERVER)('while participants are flagged and randomised', () => {
  test.each([
    ['the long report', (bytes: Buffer) => reportRows(bytes).map(String)],
    ['the list of participants', (bytes: Buffer) => strictCsv(bytes).map((row) => Object.values(row).join())],
  ] as const)('%s that is read slowly shows the moment at which it began', async (name, rowsOf) => {
    const before = await lastOf()
    const download = await begun(name)
    await changeMeanwhile()
    await expect.poll(held).toBe(1)
    const rows = rowsOf(await download.rest())
    const { rows: stored } = await sql<{ count: number }>`
      select count(*)::int as count from participants where trial_id = ${trial.trial_id} and id <= ${before}
    `.execute(world.database.queries)
    expect(rows).toHaveLength(stored[0]?.count ?? 0)
    expect(rows.at(-1)).not.toContain('Moved away')
    await expect.poll(held).toBe(0)

    const later = rowsOf(await (await begun(name)).rest())
    expect(later).toHaveLength(rows.length + 1)
    expect(later.at(-2)).toContain('Moved away')
  })

  test.each(['the long report', 'its spreadsheet', 'the list of participants'] as const)(
    '%s whose reader has left uses no connection any more',
    async (name) => {
      // More downloads than there are places: each frees its own.
      for (let time = 0; time < 4; time += 1) {
        const download = await begun(name)
        await expect.poll(held).toBe(1)
        download.leave()
        await expect.poll(held).toBe(0)
      }
    },
  )

  test('as many readings as there are places leave connections for writers, and another one waits for its turn', async () => {
    const downloads = [await begun('the long report'), await begun('its spreadsheet'), await begun('the long report')]
    await expect.poll(held).toBe(3)
    const another = begun('the list of participants')
    await drawnAt(people.nurse, trial, 0)
    await expect.poll(held).toBe(3)
    downloads[0]?.leave()
    await (await another).rest()
    for (const { leave } of downloads.slice(1)) leave()
    await expect.poll(held).toBe(0)
  })
})
