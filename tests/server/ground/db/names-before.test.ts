import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { insertUsers } from '../../../../src/server/ground/db/users'
import { everyDatabase, type TestDatabase } from '../../../support/database'

const OF_NAMES = '0032-names-of-people'

describe.each(everyDatabase)('names that ended before they were stored, $kind', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open(MIGRATIONS.filter(({ name }) => name < OF_NAMES))
  })
  afterAll(() => database.close())

  it('are read from the audit log, in their order', async () => {
    const { queries } = database
    const person = { email: 'a@example.org', selected_timezone: null, expires_at: null, created_at: at(1) }
    const [first = 0, second = 0] = await insertUsers(queries, [
      { ...person, name: 'User 2 updated: Ann' },
      { ...person, name: 'Ben', email: 'b@example.org' },
    ])
    const entries = [
      { about: first, kind: 'user_created', field: 'name', old: null },
      { about: first, kind: 'user_updated', field: 'name', old: 'Ann One' },
      { about: second, kind: 'user_updated', field: 'email', old: 'old@example.org' },
      { about: second, kind: 'user_updated', field: 'name', old: 'Ben One' },
      { about: first, kind: 'user_updated', field: 'name', old: 'Ann Two' },
      { about: 999, kind: 'user_updated', field: 'name', old: 'Nobody' },
    ]
    for (const [place, { about, kind, field, old }] of entries.entries())
      await sql`
        insert into audit_log (chain, position, created_at, kind, description, changes, hash)
        values (0, ${place + 1}, ${at(place + 2)}, ${kind}, ${`User ${about} updated: User 2 updated: Ann`},
          ${JSON.stringify([{ field, old, new: 'x' }])}::jsonb, '')`.execute(queries)
    await migrate(database)
    const names = queries.selectFrom('user_names').select(['user_id', 'name', 'ended_at']).orderBy('id')
    expect(await names.execute()).toEqual([
      { user_id: first, name: 'Ann One', ended_at: at(3) },
      { user_id: second, name: 'Ben One', ended_at: at(5) },
      { user_id: first, name: 'Ann Two', ended_at: at(6) },
    ])
  })
})

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`
