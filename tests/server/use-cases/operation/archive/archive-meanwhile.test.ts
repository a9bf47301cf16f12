import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted } from '#domain/outcome'
import { auditEntry, byService } from '../../../../../src/server/ground/audit/audit-entry'
import { appendAudit } from '../../../../../src/server/ground/db/audit-log'
import { piecewiseReading } from '../../../../../src/server/ground/db/long-reading'
import { inTransaction } from '../../../../../src/server/ground/db/transaction'
import { hashedFiles } from '../../../../../src/server/ground/files/hashed-files'
import { archiveTrial } from '../../../../../src/server/use-cases/operation/archive/archive-trial'
import type { BuiltTrial } from '../../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { revealedTrial } from '../../../../support/revealed-trial'

/*
 * With the embedded database, each piece of an archive is read at its own moment while people work on (decision 0091).
 */

let world: TestPortal
let trial: BuiltTrial

beforeAll(async () => {
  world = await testPortal()
  trial = await revealedTrial(world)
})
afterAll(() => world.stop())

const record = async (count: number) => {
  await inTransaction(world.database, async (transaction) => {
    for (let n = 0; n < count; n += 1)
      await appendAudit(
        transaction,
        auditEntry(byService(world.context.now()), null, {
          kind: 'trial_archived',
          trial_id: trial.trial_id,
          description: `Meanwhile ${n}`,
        }),
      )
    return accepted(null)
  })
}

/** The files of an archive, with an entry, a review and a renaming before each is read. */
const archivedMeanwhile = async () => {
  const { queries } = world.database
  const texts = new Map<string, string>()
  const files = hashedFiles({
    open: async (name) => {
      await record(1)
      await sql`insert into audit_reviews (audit_log_id, created_at, reviewed_by, finding)
        select max(id), now(), ${world.personId('administrator')}, 'sound' from audit_log where chain = ${trial.trial_id}`.execute(
        queries,
      )
      await sql`update trials set title = title || '.' where id = ${trial.trial_id}`.execute(queries)
      texts.set(name, '')
      return {
        write: async (text) => void texts.set(name, (texts.get(name) ?? '') + text),
        close: () => Promise.resolve(),
      }
    },
  })
  const { context } = world
  const archive = { files, trial_id: trial.trial_id, made_at: context.now(), version: '1', verifier: '' }
  const sealed = await archiveTrial({ config: context.config, reading: piecewiseReading(queries) }, archive)
  expect(sealed.ok).toBe(true)
  const linesOf = (name: string) => (texts.get(name) ?? '').split(/\r?\n/).filter((line) => line !== '')
  const rowsOf = (table: string): Record<string, unknown>[] =>
    linesOf(`tables/${table}.jsonl`).map((line) => JSON.parse(line))
  const tables = [...texts.keys()].flatMap((name) => /^tables\/(.*)\.jsonl$/.exec(name)?.[1] ?? [])
  return { linesOf, rowsOf, tables }
}

test.each([
  ['few', 0],
  ['more than are read at once', 600],
])('its files agree, with %s entries of the audit log before', async (_, count) => {
  await record(count)
  const { linesOf, rowsOf, tables } = await archivedMeanwhile()
  expect(tables).toContain('audit_log')
  for (const table of tables)
    expect([table, linesOf(`tables/${table}.csv`).length - 1]).toEqual([table, rowsOf(table).length])
  const entries = rowsOf('audit_log')
  expect(entries.length).toBeGreaterThan(count)
  expect(rowsOf('audit_chains')).toMatchObject([{ length: entries.length, head: entries.at(-1)?.['hash'] }])
  const ids = new Set(entries.map(({ id }) => id))
  expect(rowsOf('audit_reviews').filter(({ audit_log_id }) => !ids.has(audit_log_id))).toEqual([])
  const [title] = rowsOf('trials').map(({ title }) => title)
  expect(linesOf('tables/trials.csv').at(-1)).toContain(`,${String(title)},`)
})
