import { problem } from '#contract/problem'
import { makeLongReport } from '#contract/reports'
import { ROW_COUNT } from '#contract/row-count'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { posted } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { giveParticipants } from '../../../support/many-participants'
import { GROUP_WORDS, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* The long report as data is sent row by row while it is read. */

/** Enough for several readings, and for several chunks on the wire. */
const MANY = 3100

let world: TestPortal
let administrator: SignedIn
let trialId: number
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  world = await testPortal({ log })
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())
beforeEach(async () => {
  logged.length = 0
  trialId = await aTrialOf(MANY)
})

const aTrialOf = async (count: number): Promise<number> => {
  const { trial_id } = await staffedTrial(world)
  const { queries } = world.database
  await giveParticipants(queries, trial_id, { count, days: 30, until: world.clock.now() })
  await queries.updateTable('trials').set({ last_sequence_no: count }).where('id', '=', trial_id).execute()
  return trial_id
}

const asks = (who: SignedIn, init: RequestInit = {}) =>
  who.fetch(`trials/${trialId}/reports/long`, { ...posted({ type: 'data' }), ...init })

const reportOf = (text: string) => {
  const answer = v.parse(makeLongReport.response, JSON.parse(text))
  if (!('data' in answer)) throw new Error('no report')
  return answer.data
}

/** The entries of the audit log about reports of the trial. */
const recorded = async () =>
  (await readChain(world.database.queries, trialId)).entries
    .filter(({ kind }) => kind === 'report_generated')
    .map(({ description }) => description)

/** Removes the participant's group, so that every report fails there. */
const breakParticipant = async (sequenceNo: number) => {
  const { queries } = world.database
  const broken = queries
    .selectFrom('participants')
    .select('id')
    .where('trial_id', '=', trialId)
    .where('trial_sequence_no', '=', sequenceNo)
  await queries.deleteFrom('participant_groups').where('participant_id', 'in', broken).execute()
}

/** The network library prints a broken answer itself, besides our log. */
const hushTheLibrary = () => {
  const telling = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => telling.mockRestore())
}

test('the management report first says how many trials are coming, then sends each on a line of its own', async () => {
  const answer = await administrator.fetch('reports/mgmt', { method: 'POST', body: JSON.stringify({ type: 'data' }) })
  const { rows } = reportOf(await answer.clone().text())
  expect(answer.headers.get(ROW_COUNT)).toBe(String(rows.length))
  expect((await answer.text()).split('\n')).toHaveLength(rows.length + 1)
})

describe('the long report', () => {
  test('first says how many rows are coming, then sends each on a line of its own', async () => {
    const answer = await asks(administrator)
    const text = await answer.text()
    const { headings, rows } = reportOf(text)
    expect(answer.headers.get(ROW_COUNT)).toBe(String(MANY))
    expect(rows).toHaveLength(MANY)
    expect(text.split('\n')).toHaveLength(MANY + 1)
    expect(rows.every((row) => row.length === headings.length)).toBe(true)
    // Without its line breaks it is the same JSON as any other answer.
    expect(text.replaceAll('\n', '')).toBe(JSON.stringify(JSON.parse(text)))
    expect(await recorded()).toEqual([`Long report of trial ${trialId} generated`])
  })

  test('has the headers of every answer of the API', async () => {
    const answer = await asks(administrator)
    await answer.text()
    const headers = ['Content-Type', 'X-Api', 'Cache-Control'].map((name) => answer.headers.get(name))
    expect(headers).toEqual(['application/json', 'equipoise/1', 'no-store'])
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('shows blinded people nothing of the groups', async () => {
    const text = await (await asks(await signedInAs(world, 'coordinator'))).text()
    expect(reportOf(text).rows).toHaveLength(MANY)
    expect(text).not.toMatch(GROUP_WORDS)
  })

  test('of a trial without participants has no rows', async () => {
    trialId = await aTrialOf(0)
    const answer = await asks(administrator)
    expect(answer.headers.get(ROW_COUNT)).toBe('0')
    expect(reportOf(await answer.text()).rows).toEqual([])
    expect(await recorded()).toHaveLength(1)
  })

  test('is refused before it begins', async () => {
    const answer = await asks(await signedInAs(world, 'nurse'))
    expect([answer.status, answer.headers.get(ROW_COUNT)]).toEqual([403, null])
    expect(v.parse(problem, await answer.json()).code).toBe('forbidden')
    expect(await recorded()).toEqual([])
  })

  test('that fails at once is refused with a status, and without internals', async () => {
    await breakParticipant(1)
    const answer = await asks(administrator)
    expect([answer.status, answer.headers.get('X-Api')]).toEqual([500, 'equipoise/1'])
    expect(v.parse(problem, await answer.json()).code).toBe('internal_error')
    expect(await recorded()).toEqual([])
  })

  test('that fails half-way breaks off, is recorded for the part that has left, and is logged', async () => {
    await breakParticipant(MANY)
    hushTheLibrary()
    const answer = await asks(administrator)
    expect([answer.status, answer.headers.get(ROW_COUNT)]).toEqual([200, String(MANY)])
    await expect(answer.text()).rejects.toThrow('terminated')
    await expect.poll(recorded).toEqual([`Long report of trial ${trialId} generated in part`])
    expect(logged.join('')).toContain('answer broken off')
    expect(logged.join('')).toContain(answer.headers.get('X-Request-Id'))
  })

  test('whose record cannot be written does not reach its end', async () => {
    hushTheLibrary()
    const { queries } = world.database
    await queries.schema.alterTable('audit_log').renameTo('audit_log_away').execute()
    onTestFinished(async () => {
      await queries.schema.alterTable('audit_log_away').renameTo('audit_log').execute()
    })
    const answer = await asks(administrator)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  test('whose reader leaves half-way is recorded for the part that they got', async () => {
    const leaving = new AbortController()
    const answer = await asks(administrator, { signal: leaving.signal })
    await answer.body?.getReader().read()
    leaving.abort()
    await expect.poll(recorded).toEqual([`Long report of trial ${trialId} generated in part`])
  })
})
