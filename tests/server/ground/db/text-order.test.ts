import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase, type TestDatabase } from '../../../support/database'

const TITLES = [
  'Zoster',
  'aspirin',
  'Álvarez',
  'ASPIRIN',
  'zinc',
  'Aspirin 10',
  'aspirin 2',
  'Ödem',
  'Obesity',
  'øre',
  '_x',
  '1st',
]

describe.each(everyDatabase)('the order of text, $kind', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open([])
  })
  afterAll(() => database.close())

  const sorted = async (collation: string) => {
    const { rows } = await sql<{ title: string }>`
      select title from unnest(${TITLES}::text[]) as title order by title collate ${sql.id(collation)}`.execute(
      database.queries,
    )
    return rows.map(({ title }) => title)
  }

  it('und-x-icu sorts titles as people do: case and accents only decide between equals', async () => {
    expect(await sorted('und-x-icu')).toEqual([
      '_x',
      '1st',
      'Álvarez',
      'aspirin',
      'ASPIRIN',
      'Aspirin 10',
      'aspirin 2',
      'Obesity',
      'Ödem',
      'øre',
      'zinc',
      'Zoster',
    ])
  })

  it('C sorts by code point', async () => {
    expect(await sorted('C')).toEqual(
      [...TITLES].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
    )
  })

  it('und-x-icu finds text in either case, beyond ASCII too', async () => {
    const { rows } = await sql`
      select 'ÖDEM' collate "und-x-icu" ilike '%öd%' as found,
        lower('ÀÖŠ' collate "und-x-icu") as lowered`.execute(database.queries)
    expect(rows).toEqual([{ found: true, lowered: 'àöš' }])
  })
})
