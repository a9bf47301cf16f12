import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ADVISORY_LOCKS, advisoryLockStatement } from '../../../../src/server/ground/db/advisory-locks'
import { sourcesIn } from '../../../architecture/house-files'
import { TEST_SERVER, testDatabase } from '../../../support/database'

test('no two purposes share a number, and only the list uses advisory locks', () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
  const takers = sourcesIn('src').filter(({ text }) => /pg_(try_)?advisory/.test(text))
  expect(takers.map(({ path }) => path).toSorted()).toEqual([
    'src/server/ground/db/advisory-locks.ts',
    // Takes only locks that no other process has, by numbers of the list.
    'src/server/ground/db/lock-order.ts',
  ])
})

test.runIf(TEST_SERVER)('each is exclusive, also against servers of the previous version', async () => {
  const database = await testDatabase()
  const another = await database.openAnother()
  const holder = await database.queries.startTransaction().execute()
  await advisoryLockStatement('permissions').execute(holder)
  await advisoryLockStatement('tries', -7).execute(holder)
  const isFree = async (...numbers: number[]) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${sql.join(numbers.map((each) => sql.lit(each)))}) as free`.execute(
      another.queries,
    )
    return rows[0]?.free
  }
  expect(await isFree(ADVISORY_LOCKS.permissions, 0)).toBe(false)
  expect(await isFree(1_991_000_112)).toBe(false)
  expect(await isFree(ADVISORY_LOCKS.tries, -7)).toBe(false)
  expect(await isFree(ADVISORY_LOCKS.tries, 7)).toBe(true)
  expect(await isFree(ADVISORY_LOCKS.people, 0)).toBe(true)
  await holder.rollback().execute()
  expect(await isFree(1_991_000_112)).toBe(true)
  await database.close()
})
