import type { AuditKind } from '#domain/audit/audit-kind'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auditEntry, byService } from '../../../../src/server/ground/audit/audit-entry'
import { searchTerms } from '../../../../src/server/ground/audit/search-terms'
import { appendAudit } from '../../../../src/server/ground/db/audit-log'
import { migrate, MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { inTransaction } from '../../../../src/server/ground/db/transaction'
import type { Queries } from '../../../../src/server/ground/db/transaction'
import { everyDatabase, serverDatabase, TEST_SERVER } from '../../../support/database'

type Example = {
  kind: AuditKind
  description: string
  participant?: number
  changes: [field: string, before: string | number | null, after: string | number | null][]
}

const EXAMPLES: Example[] = [
  {
    kind: 'randomised',
    description: 'Participant 7 randomised in trial 2',
    participant: 7,
    changes: [['site_id', null, 3]],
  },
  {
    kind: 'participant_flagged',
    description: 'Participant 7 flagged in trial 2',
    participant: 7,
    changes: [['flag_status', 'U', 'F']],
  },
  { kind: 'study_packs_imported', description: '12 study packs imported into trial 2 with batch B1', changes: [] },
  {
    kind: 'study_packs_dispensed',
    description: 'Study pack PK-1.b dispensed in trial 2',
    changes: [['study_packs.PK-1.b.study_pack_status_id', 5, 6]],
  },
  {
    kind: 'study_pack_labels_printed',
    description: 'Labels of 2 study packs of trial 2 printed on a4-24',
    changes: [
      ['study_packs.PK-1.labels_printed', null, 'a4-24'],
      ['study_packs.PK-2.labels_printed', null, 'a4-24'],
    ],
  },
  { kind: 'study_pack_checked', description: 'Study pack PK-1 confirmed by a second person in trial 2', changes: [] },
  { kind: 'self_check_failed', description: 'Self-check of the trial failed: Zanamivir', changes: [] },
]

const ENTRIES = EXAMPLES.map(({ changes, ...entry }) => ({
  ...entry,
  changes: changes.map(([field, before, after]) => ({ field, old: before, new: after })),
}))

test.each(everyDatabase)(
  'entries from before packs were indexed retain the terms in the index, $kind',
  async ({ open }) => {
    const database = await open([])
    const terms = async () => {
      const { rows } = await sql<{ terms: string }>`
        select audit_terms(1, 2, 3, kind, description, changes)::text as terms
        from jsonb_to_recordset(${JSON.stringify(ENTRIES)}::jsonb) as entry (kind text, description text, changes jsonb)
      `.execute(database.queries)
      return rows
    }
    const before = MIGRATIONS.filter(({ name }) => name < '0014')
    await migrate(database, before)
    const termsBefore = await terms()
    await migrate(database)
    expect(await terms()).toEqual(termsBefore)
    expect(termsBefore).toHaveLength(ENTRIES.length)
    await database.close()
  },
)

/**
 * Entries whose terms the database's own function reads, in English and other languages, with the owners of their
 * packs.
 */
const LATER: Example[] = [
  // Since migration 0014, the entry of a confirmed pack says whose it is.
  ...EXAMPLES.map((entry): Example =>
    entry.kind === 'study_pack_checked' ? { ...entry, changes: [['study_packs.PK-1.trial_sequence_no', 3, 3]] } : entry,
  ),
  {
    kind: 'study_packs_recalled',
    description: '2 study packs recalled in trial 2',
    changes: [
      ['study_packs.Ütz/1.a.study_pack_status_id', 6, 7],
      ['study_packs.Ütz/1.a.trial_sequence_no', 4, 4],
      ['study_packs.PK-2.trial_sequence_no', 5, null],
    ],
  },
  { kind: 'signed_in', description: 'İbrahim Yılmaz-ÉTUDE signed in (Γιώργος ΣΑΣ, 試験 12½ a_b ٣)', changes: [] },
  { kind: 'trial_created', description: `Trial 2 created: ${'long'.repeat(40)} 🫀x`, changes: [] },
]

describe.each(everyDatabase)('the terms of an entry, $kind', ({ open }) => {
  const written = ({ changes, ...event }: Example) =>
    auditEntry(byService('2026-11-21T05:03:00.000Z'), null, {
      ...event,
      changes: changes.map(([field, before, after]) => ({ field, old: before, new: after })),
    })
  const termsOf = async (queries: Queries) =>
    (await queries.selectFrom('audit_search').select('terms').orderBy('audit_log_id').execute()).map(
      ({ terms }) => terms,
    )

  test('are written by the program like those that the database derives', async () => {
    const database = await open(MIGRATIONS)
    const { queries } = database
    await inTransaction(database, async (transaction) => {
      for (const entry of LATER) await appendAudit(transaction, written(entry))
      return { ok: true, value: null }
    })
    const byProgram = await termsOf(queries)
    // A server of the previous version stores entries without terms.
    await sql`insert into audit_log (chain, position, created_at, kind, description, changes, hash)
      select chain, position + 100, created_at, kind, description, changes, hash from audit_log order by id`.execute(
      queries,
    )
    expect(await termsOf(queries)).toEqual([...byProgram, ...byProgram])
    expect(byProgram).toHaveLength(LATER.length)
    await database.close()
  })
})

test('differ only in words where its words differ', () => {
  for (const { changes, ...event } of LATER) {
    const facts = { ...event, changes: changes.map(([field, before, after]) => ({ field, old: before, new: after })) }
    const termsIn = (description: string) =>
      searchTerms(2, auditEntry(byService('2026-11-21T05:03:00.000Z'), null, { ...facts, description }))
    const isNoWord = (term: string) => !term.startsWith('w')
    expect(termsIn('Put in other words').filter(isNoWord)).toEqual(termsIn(event.description).filter(isNoWord))
  }
  expect(LATER.flatMap(({ participant }) => participant ?? [])).toEqual([7, 7])
})

test.runIf(TEST_SERVER)('are written by a server of the previous version under a role of its own', async () => {
  const owned = await serverDatabase(MIGRATIONS.filter(({ name }) => name < '0037'))
  const role = sql.id(`equipoise_before_${randomBytes(6).toString('hex')}`)
  await sql`create role ${role}`.execute(owned.queries)
  await sql`grant select, insert on audit_log to ${role}`.execute(owned.queries)
  await migrate(owned)
  await owned.queries.transaction().execute(async (transaction) => {
    await sql`set local role ${role}`.execute(transaction)
    await sql`insert into audit_log (chain, position, created_at, kind, description, changes, hash)
      values (0, 1, now(), 'signed_out', 'Amara Hughes signed out', '[]', '')`.execute(transaction)
  })
  const { terms } = await owned.queries.selectFrom('audit_search').select('terms').executeTakeFirstOrThrow()
  expect(terms).toBe("'c0' 'ksigned_out' 'wamara' 'whughes' 'wout' 'wsigned'")
  await sql`drop owned by ${role}`.execute(owned.queries)
  await sql`drop role ${role}`.execute(owned.queries)
  await owned.close()
})
