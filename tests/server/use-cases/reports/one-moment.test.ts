import { makeLongReport } from '#contract/reports'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { exportToken, strictCsv } from '../../../support/export-calls'
import { giveParticipants } from '../../../support/many-participants'
import { drawnAt, everybody, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { TEST_SERVER } from '../../../support/database'
import { tokenFor } from './report-calls'

/* Long reports and lists on a server, where each is read in one snapshot while others write. The embedded database has one session. */

/** More than the network holds between server and reader. */
const MANY = 12_000

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await staffedTrial(world)
  const { queries } = world.database
  await giveParticipants(queries, trial.trial_id, { count: MANY, days: 30, until: world.clock.now() })
  await queries.updateTable('trials').set({ last_sequence_no: MANY }).where('id', '=', trial.trial_id).execute()
  // None of them was drawn: who is randomised now is the first of whom the engine knows.
  await queries
    .updateTable('participants')
    .set(({ eb }) => ({ allocation_counter: eb('allocation_counter', '+', MANY) }))
    .where('trial_id', '=', trial.trial_id)
    .execute()
})
afterAll(() => world.stop())

const path = (more: string) => `trials/${trial.trial_id}/${more}`

/** How many hold a snapshot from one statement to the next. */
const heldSnapshots = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and backend_xmin is not null
  `.execute(world.database.queries)
  return rows[0]?.count ?? 0
}

type Leaving = { signal: AbortSignal }

/** What is read at its reader's pace, each as it is asked for. */
const DOWNLOADS = {
  'the long report': ({ signal }: Leaving) =>
    people.administrator.fetch(path('reports/long'), { ...posted({ type: 'data' }), signal }),
  'its spreadsheet': async ({ signal }: Leaving) => {
    const token = await tokenFor(people.administrator, path('reports/long'))
    return fetch(`${world.url}/api/v1/${path('reports/long')}/download?token=${token}`, { signal })
  },
  'the list of participants': async ({ signal }: Leaving) => {
    const at = path('exports/participants')
    const { value } = await exportToken(people.administrator, at)
    const query = `token=${value?.token}&format=csv&sort=sequence&order=asc`
    return fetch(`${world.url}/api/v1/${at}/download?${query}`, { signal })
  },
}

/** The first bytes, and a way to have the others. */
const begun = async (download: keyof typeof DOWNLOADS) => {
  const leaving = new AbortController()
  const answer = await DOWNLOADS[download](leaving)
  expect(answer.status).toBe(200)
  if (!answer.body) throw new Error('an answer without a body')
  const reader = answer.body.getReader()
  const chunks = [(await reader.read()).value ?? new Uint8Array()]
  const rest = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      chunks.push(value)
    }
  }
  return { rest, leave: () => leaving.abort() }
}

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
  ] as const)('%s that is read slowly shows the moment of its start', async (name, rowsOf) => {
    const before = await lastOf()
    const download = await begun(name)
    await changeMeanwhile()
    await expect.poll(heldSnapshots).toBe(1)
    const rows = rowsOf(await download.rest())
    const { rows: stored } = await sql<{ count: number }>`
      select count(*)::int as count from participants where trial_id = ${trial.trial_id} and id <= ${before}
    `.execute(world.database.queries)
    expect(rows).toHaveLength(stored[0]?.count ?? 0)
    expect(rows.at(-1)).not.toContain('Moved away')
    await expect.poll(heldSnapshots).toBe(0)

    const later = rowsOf(await (await begun(name)).rest())
    expect(later).toHaveLength(rows.length + 1)
    expect(later.at(-2)).toContain('Moved away')
  })

  test.each(['the long report', 'its spreadsheet', 'the list of participants'] as const)(
    '%s that its reader leaves holds no connection any more',
    async (name) => {
      // More than have a place at once: each frees its own.
      for (let time = 0; time < 4; time += 1) {
        const download = await begun(name)
        await expect.poll(heldSnapshots).toBe(1)
        download.leave()
        await expect.poll(heldSnapshots).toBe(0)
      }
    },
  )

  test('as many as have a place leave connections to whoever writes, and another waits for its turn', async () => {
    const held = [await begun('the long report'), await begun('its spreadsheet'), await begun('the long report')]
    await expect.poll(heldSnapshots).toBe(3)
    const another = begun('the list of participants')
    await drawnAt(people.nurse, trial, 0)
    await expect.poll(heldSnapshots).toBe(3)
    held[0]?.leave()
    await (await another).rest()
    for (const { leave } of held.slice(1)) leave()
    await expect.poll(heldSnapshots).toBe(0)
  })
})
