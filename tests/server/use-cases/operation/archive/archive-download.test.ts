import { API_BASE } from '#contract/api-address'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../../../src/server/start/app'
import { TABLES } from '../../../../../src/server/ground/db/archived-tables'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../../support/a-trial'
import { readChain } from '../../../../support/audit-chain'
import { TEST_SERVER } from '../../../../support/database'
import { downloadExport, exportToken } from '../../../../support/export-calls'
import { everybody, staffedTrial } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { reveal, revealedTrial } from '../../../../support/revealed-trial'
import { randomised, setTo } from '../../../../support/save-trial'
import { runVerifier } from '../../../../verifier/run-verifier'

/* A system administrator downloads a trial that is over (decision 0091). */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
/** A trial that is over, with participants and its seed revealed. */
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await run()
})
afterAll(() => world.stop())

const pathOf = ({ trial_id }: BuiltTrial) => `trials/${trial_id}/archive`

const described = async ({ trial_id }: BuiltTrial) =>
  (await readChain(world.database.queries, trial_id)).entries
    .filter(({ kind }) => kind === 'trial_archived')
    .map(({ description, user_id }) => ({ description, user_id }))

const run = async (overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const built = await staffedTrial(world, overrides)
  await randomised(people.administrator, built, 7)
  await setTo(people.administrator, built.trial_id, 'finished')
  await reveal(world, built.trial_id)
  return built
}

const downloaded = async (one = trial) => {
  const { value } = await exportToken(people.administrator, pathOf(one))
  return downloadExport(world.url, pathOf(one), `token=${value?.token}`)
}

/** The answer of the verifier inside an archive to its files, in a folder that is removed again. */
const verified = async (files: Record<string, Uint8Array>, { trial_id }: BuiltTrial, options: string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-download-'))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const unpacked = join(folder, `trial-${trial_id}`)
  const checked = await runVerifier([unpacked, ...options], join(unpacked, 'verify-ledger.mjs'))
  rmSync(folder, { recursive: true })
  return checked
}

describe('it is refused', () => {
  test.each(['coordinator', 'pharmacist', 'nurse', 'monitor', 'unblinder'] as const)(
    'to people who are no system administrators: %s',
    async (who) => {
      const { status, problem } = await exportToken(people[who], pathOf(trial))
      expect(`${status} ${problem?.code}`).toBe('403 forbidden')
    },
  )

  test('to a system administrator who is blinded in the trial, also with an earlier token', async () => {
    const another = await revealedTrial(world)
    const { trial_id } = another
    const { value } = await exportToken(people.administrator, pathOf(another))
    const blinding = { is_blinded_partial: true }
    await grant(world, { person: 'administrator', role: 'Trial viewer', trial_id, site_id: null, ...blinding })
    expect((await exportToken(people.administrator, pathOf(another))).problem?.code).toBe('blinded')
    const { response, problem } = await downloadExport(world.url, pathOf(another), `token=${value?.token}`)
    expect([response.status, problem?.code]).toEqual([403, 'blinded'])
    expect(await described(another)).toEqual([])
  })

  test.each(['planning', 'started', 'paused', 'rejected', 'finished', 'terminated'] as const)(
    'of a trial that is %s, as long as its seed is not revealed',
    async (status) => {
      const another = await aTrial(world, { status })
      const { status: answered, problem } = await exportToken(people.administrator, pathOf(another))
      expect([answered, problem?.code]).toEqual([409, 'archive_not_allowed'])
      expect(await described(another)).toEqual([])
    },
  )

  test('without a token, with one of another file, and with a used one', async () => {
    const { value: other } = await exportToken(people.administrator, `trials/${trial.trial_id}/exports/analysis`)
    for (const token of ['none', other?.token]) {
      const { response, problem } = await downloadExport(world.url, pathOf(trial), `token=${token}`)
      expect([response.status, problem?.code]).toEqual([401, 'download_token_invalid'])
    }
    const { value } = await exportToken(people.administrator, pathOf(trial))
    expect((await downloadExport(world.url, pathOf(trial), `token=${value?.token}`)).response.status).toBe(200)
    expect((await downloadExport(world.url, pathOf(trial), `token=${value?.token}`)).problem?.code).toBe(
      'download_token_invalid',
    )
  })
})

/**
 * Entries of the audit log that the archive causes and does not contain. On a server the archive is a snapshot from
 * before the first of them.
 */
const ENTRIES_OF_ITS_OWN = TEST_SERVER ? 2 : 1

describe('it has', () => {
  let answer: Awaited<ReturnType<typeof downloadExport>>
  let files: Record<string, Uint8Array>
  const textIn = (name: string) => new TextDecoder().decode(files[`trial-${trial.trial_id}/${name}`])
  beforeAll(async () => {
    answer = await downloaded()
    files = unzipSync(answer.bytes)
  })

  test('the name of its trial and day, and a folder of its own', () => {
    expect(answer.response.headers.get('Content-Type')).toBe('application/zip')
    expect(answer.response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="trial-${trial.trial_id}-archive-2026-11-21.zip"`,
    )
    expect(Object.keys(files).filter((name) => !name.startsWith(`trial-${trial.trial_id}/`))).toEqual([])
  })

  test('every row of every table with rows of the trial', async () => {
    const { trial_id } = trial
    for (const [name, part] of Object.entries(TABLES)) {
      if (typeof part === 'string') continue
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.id(name)} where ${part.where(trial_id)}`.execute(
        world.database.queries,
      )
      const lines = textIn(`tables/${name}.jsonl`).split('\n').length - 1
      const written = name === 'audit_log' ? ENTRIES_OF_ITS_OWN : 0
      expect([name, lines]).toEqual([name, (rows[0]?.count ?? 0) - written])
    }
    expect(textIn('participants.csv').trim().split('\r\n')).toHaveLength(8)
  })

  test('a seal in the audit log, by which the verifier inside it confirms it', async () => {
    const seal = createHash('sha256').update(textIn('SHA256SUMS')).digest('hex')
    const user_id = world.personId('administrator')
    expect((await described(trial)).slice(-2)).toEqual([
      { description: `Download of the archive of trial ${trial.trial_id} begun`, user_id },
      { description: `Trial archived in a file with the seal ${seal}`, user_id },
    ])
    const checked = await verified(files, trial, ['--seal', seal])
    expect(checked).toMatchObject({ code: 0, complaint: '' })
    expect(checked.out).toContain('their seal is the one given.')
  })
})

test.each(['Site', 'Sequence number', 'Study group'])(
  'its verifier can check it where participant IDs are called %s, as another column',
  async (participant_id_label) => {
    const another = await run({ is_participant_id_used: true, participant_id_label })
    const files = unzipSync((await downloaded(another)).bytes)
    expect(await verified(files, another)).toMatchObject({ code: 0, complaint: '' })
  },
)

test('it is recorded as begun, without a seal, where its reader leaves', async () => {
  const { trial_id } = trial
  const before = await described(trial)
  const { value } = await exportToken(people.administrator, pathOf(trial))
  // Not over a network, which would read the whole file ahead of its reader.
  const response = await createApp(world.context).request(`${API_BASE}/${pathOf(trial)}/download?token=${value?.token}`)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
  expect((await described(trial)).slice(before.length).map(({ description }) => description)).toEqual([
    `Download of the archive of trial ${trial_id} begun`,
  ])
  // No place stays taken: all of them can be had again.
  for (let times = 0; times < 4; times += 1) expect((await downloaded()).response.status).toBe(200)
})
