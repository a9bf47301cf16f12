import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { readChain } from '../../../support/audit-chain'
import { exported, exportPaths } from '../../../support/export-calls'
import { changePermission, drawnAt, everybody, GROUP_WORDS, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'
import { download, tableOf, tokenFor } from './report-calls'

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial
const path = (name: string) => `trials/${trial.trial_id}/reports/${name}`

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await staffedTrial(world)
  const one = await drawnAt(people.nurse, trial, 0)
  await drawnAt(people.administrator, trial, 1)
  await people.nurse.fetch(`trials/${trial.trial_id}/participants/${one.id}/flag`, posted({ comment: '=1+1' }))
})

const longFor = (person: keyof typeof people) => tokenFor(people[person], path('long'))
const refusalOf = async (at: string, token: string) => {
  const { problem } = await download(world.url, at, token)
  return `${problem?.status} ${problem?.code}`
}

describe('a token opens nothing', () => {
  const INVALID = '401 download_token_invalid'

  test('that was made up', async () => {
    expect(await refusalOf(path('long'), 'made-up')).toBe(INVALID)
  })

  test('a second time', async () => {
    const token = await longFor('coordinator')
    expect((await download(world.url, path('long'), token)).response.status).toBe(200)
    expect(await refusalOf(path('long'), token)).toBe(INVALID)
  })

  test('after two minutes', async () => {
    const inTime = await longFor('coordinator')
    const late = await longFor('coordinator')
    world.clock.step(120)
    expect((await download(world.url, path('long'), inTime)).response.status).toBe(200)
    world.clock.step(1)
    expect(await refusalOf(path('long'), late)).toBe(INVALID)
  })

  test('by a HEAD request, which leaves the token valid', async () => {
    const token = await longFor('coordinator')
    const at = `${world.url}/api/v1/${path('long')}/download?token=${token}`
    const head = await fetch(at, { method: 'HEAD' })
    expect([head.status, head.headers.get('Allow')]).toEqual([405, 'GET'])
    expect((await download(world.url, path('long'), token)).response.status).toBe(200)
  })

  test('except its own report of its own trial', async () => {
    const token = await longFor('administrator')
    const other = await staffedTrial(world)
    expect(await refusalOf(path('short'), token)).toBe(INVALID)
    expect(await refusalOf(path('mgmt'), token)).toBe(INVALID)
    expect(await refusalOf('reports/mgmt', token)).toBe(INVALID)
    expect(await refusalOf(`trials/${other.trial_id}/reports/long`, token)).toBe(INVALID)
    const ofSystem = await tokenFor(people.administrator, 'reports/mgmt')
    expect(await refusalOf(path('mgmt'), ofSystem)).toBe(INVALID)
  })

  test('after the permission has ended or its level was lowered', async () => {
    const [ended, lowered] = [await longFor('coordinator'), await longFor('coordinator')]
    await changePermission(world, trial, 'coordinator', { role_id: 4 })
    expect(await refusalOf(path('long'), lowered)).toBe('403 forbidden')
    await changePermission(world, trial, 'coordinator', { ended_at: world.clock.now() })
    expect(await refusalOf(path('long'), ended)).toBe('404 not_found')
  })

  test('after the person has signed out', async () => {
    const session = await signedInAs(world, 'coordinator')
    const token = await tokenFor(session, path('long'))
    await session.fetch('auth/logout', { method: 'POST' })
    expect(await refusalOf(path('long'), token)).toBe('401 token_revoked')
  })

  test('after the account was made inactive', async () => {
    const token = await longFor('coordinator')
    const users = world.database.queries.updateTable('users').where('id', '=', world.personId('coordinator'))
    await users.set({ is_active: false }).execute()
    const code = await refusalOf(path('long'), token)
    await users.set({ is_active: true }).execute()
    expect(code).toBe('401 account_inactive')
  })

  test('and a person who may not have the report gets none', async () => {
    const response = await people.nurse.fetch(path('long'), posted({ type: 'token' }))
    expect(response.status).toBe(403)
  })
})

describe('a token opens a workbook', () => {
  test('with the same content as the data, formulas as texts', async () => {
    const { response, sheet } = await download(world.url, path('long'), await longFor('administrator'))
    const headerValues = ['Content-Type', 'Content-Disposition', 'X-Api', 'Cache-Control'].map((name) =>
      response.headers.get(name),
    )
    expect(headerValues).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      expect.stringMatching(
        new RegExp(`^attachment; filename="trial-${trial.trial_id}-long-report-\\d{4}-\\d\\d-\\d\\d\\.xlsx"$`),
      ),
      'equipoise/1',
      'no-store',
    ])
    const { value } = await tableOf(people.administrator, path('long'))
    if (value === null || !('data' in value)) throw new Error('no report')
    const { headings, rows } = value.data
    expect(sheet?.title).toBe('Long report')
    // The ids of records are only for links.
    expect(headings.at(-1)).toBe('Record ID')
    expect(sheet?.rows).toEqual([headings, ...rows].map((row) => row.slice(0, -1)))
    expect(JSON.stringify(sheet?.rows)).toContain('=1+1')
  })

  test('of the short report', async () => {
    const token = await tokenFor(people.coordinator, path('short'))
    const { sheet } = await download(world.url, path('short'), token)
    expect(sheet?.rows.slice(0, 3)).toEqual([
      ['Section', 'Item', 'Value'],
      ['Trial', 'Title', 'A trial of two tablets'],
      ['Trial', 'Trial ID', trial.trial_id],
    ])
  })

  test('of the management report, of the system and of the trial', async () => {
    for (const at of ['reports/mgmt', path('mgmt')]) {
      const { sheet } = await download(world.url, at, await tokenFor(people.administrator, at))
      expect(sheet?.rows.slice(1).map((row) => row[0])).toContain(trial.trial_id)
    }
  })

  test('blinded as the person is when it is opened, not when it was asked for', async () => {
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: false })
    const token = await longFor('coordinator')
    await changePermission(world, trial, 'coordinator', { is_blinded_whole: true })
    const { sheet } = await download(world.url, path('long'), token)
    expect(sheet?.rows).toHaveLength(3)
    expect(JSON.stringify(sheet?.rows)).not.toMatch(GROUP_WORDS)
  })

  test('and the audit log names the person who opened it', async () => {
    await download(world.url, path('long'), await longFor('coordinator'))
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({ kind: 'report_downloaded', user_id: world.personId('coordinator') })
  })

  test('and a workbook that fails breaks off, or is refused where nothing of it has left', async () => {
    // The network library prints a broken answer itself, besides our log.
    const telling = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => telling.mockRestore())
    const { queries } = world.database
    const ofTrial = queries.selectFrom('participants').select('id').where('trial_id', '=', trial.trial_id)
    await queries.deleteFrom('participant_groups').where('participant_id', 'in', ofTrial).execute()
    await expect(download(world.url, path('long'), await longFor('administrator'))).rejects.toThrow('terminated')
    const list = exportPaths(trial.trial_id).participants
    const { problem } = await exported(world.url, people.administrator, list, 'csv')
    expect(problem).toMatchObject({ status: 500, code: 'internal_error' })
    expect(JSON.stringify(problem)).not.toContain('flatMap')
  })

  test('and is stored as a hash alone', async () => {
    const token = await longFor('coordinator')
    const rows = await world.database.queries.selectFrom('report_tokens').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => Buffer.from(row.token_hash).toString('base64url')))).not.toContain(token)
    expect(rows.at(-1)).toMatchObject({ report: 'long', trial_id: trial.trial_id })
  })
})
