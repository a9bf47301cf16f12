import { accepted } from '#domain/outcome'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '../../../../src/server/ground/db/migrate'
import { openDatabase, type OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import { insertUser } from '../../../../src/server/ground/db/users'
import { loadSampleData } from '../../../../src/server/start/sample-data/load-sample-data'
import { findSampleTrial } from '../../../../src/server/start/sample-data/sample-lock'
import { sampleTrials } from '../../../../src/server/start/sample-data/sample-trials'
import { testDatabase } from '../../../support/database'
import { START } from '../../../support/portal'
import { auditFaults } from './audit-faults'
import { ledgerFaults } from './ledger-faults'
import { samplePortal } from './sample-portal'

// Each of these tests loads the whole sample, some of them twice.
vi.setConfig({ testTimeout: 90_000 })

const toClose: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

const portalOn = async (database: OpenDatabase, says?: (line: string) => void) => {
  const { context, stop } = await samplePortal(database, says)
  toClose.push(stop)
  return context
}

const ownDatabase = async () => {
  const database = await testDatabase()
  toClose.push(() => database.close())
  return database
}

/**
 * Checks that the sample is there exactly once and whole: every participant as planned, every chain sound. Returns the
 * number of its trials.
 */
const wholeTrials = async (database: OpenDatabase): Promise<number> => {
  const context = await portalOn(database)
  const planned = sampleTrials(START)
  const trials = await database.queries.selectFrom('trials').select('title').orderBy('id').execute()
  expect(trials.map(({ title }) => title)).toEqual(planned.map(({ form }) => form.title))
  for (const { form, participants } of planned) {
    const trial = await findSampleTrial(database.queries, form.title)
    const stored = await database.queries
      .selectFrom('participants')
      .innerJoin('sites', 'sites.id', 'participants.site_id')
      .select(['created_at as at', 'sites.title as site', 'participant_id'])
      .where('participants.trial_id', '=', trial.id)
      .orderBy('trial_sequence_no')
      .execute()
    expect(stored).toEqual(participants.map(({ at, site, participant_id }) => ({ at, site, participant_id })))
    if (trial.ledger_head !== null) expect(await ledgerFaults(context, trial)).toEqual([])
  }
  expect(await auditFaults(database.queries)).toEqual([])
  const marks = await database.queries
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', 'sample_data_loaded')
    .execute()
  expect(marks).toHaveLength(1)
  return trials.length
}

describe('an interrupted load', () => {
  test.each([
    'Loading the sample data: 8 trials',
    'LANTERN: melatonin to prevent delirium after hip fracture: 46 of 46 randomised',
  ])('at "%s" is completed by the next start', async (last) => {
    const database = await ownDatabase()
    const broken = await portalOn(database, (line) => {
      if (line === last) throw new Error('broken off')
    })
    await expect(loadSampleData(broken)).rejects.toThrow('broken off')
    await loadSampleData(await portalOn(database))
    expect(await wholeTrials(database)).toBe(8)
  })

  test('by the loss of its database is completed on the same files, and no step of a trial is done twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-data-'))
    toClose.push(async () => rmSync(folder, { recursive: true }))
    const open = async () => {
      const database = await openDatabase({ database_url: undefined, data_dir: folder }, () => {})
      toClose.push(() => database.close())
      await migrate(database)
      return database
    }
    const first = await open()
    const turns: string[] = []
    const noteTurn = (line: string) => {
      if (line.endsWith(' randomised')) turns.push(line)
    }
    const broken = await portalOn(first, (line) => {
      noteTurn(line)
      if (line.endsWith('1,000 of 2,000 randomised')) void first.close()
    })
    await expect(loadSampleData(broken)).rejects.toThrow('The embedded database is closed')
    await first.close()

    const second = await open()
    const before = turns.length
    await loadSampleData(await portalOn(second, noteTurn))
    expect(turns.slice(before)).not.toEqual([])
    expect(turns).toEqual([...new Set(turns)])
    expect(await wholeTrials(second)).toBe(8)
  })
})

test('two processes that load at once make one sample', async () => {
  const database = await ownDatabase()
  const [one, other] = [await portalOn(database), await portalOn(database)]
  await Promise.all([loadSampleData(one), loadSampleData(other)])
  expect(await wholeTrials(database)).toBe(8)
})

test('a database with people of its own stays unchanged', async () => {
  const database = await ownDatabase()
  const person = { name: 'Somebody', email: 'somebody@example.org', selected_timezone: null, expires_at: null }
  await inTransaction(database, async (transaction) =>
    accepted(await insertUser(transaction, { ...person, created_at: START })),
  )
  await loadSampleData(await portalOn(database))
  expect(await database.queries.selectFrom('trials').select('id').execute()).toEqual([])
})
