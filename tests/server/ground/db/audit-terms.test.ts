import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { everyDatabase } from '../../../support/database'

const ENTRIES = [
  { kind: 'randomised', description: 'Participant 7 randomised in trial 2', changes: [['site_id', null, 3]] },
  {
    kind: 'participant_flagged',
    description: 'Participant 7 flagged in trial 2',
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
].map(({ changes, ...entry }) => ({
  ...entry,
  changes: changes.map(([field, before, after]) => ({ field, old: before, new: after })),
}))

test.each(everyDatabase)(
  'entries from before packs were told of keep the terms by which the index knows them, $kind',
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
