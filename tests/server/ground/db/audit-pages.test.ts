import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchAudits } from '../../../../src/server/ground/db/audit-search'
import type { Queries } from '../../../../src/server/ground/db/transaction'
import { testPortal, type TestPortal } from '../../../support/portal'

/* The pages of the whole log make up the sorted list, although its ids have gaps of every size. */

const FAR = 32_768
/** The ids of entries: the gaps stand for thousands of others. */
const PLACES = [1, 2, 3, 7, FAR - 1, FAR, FAR + 1, 3 * FAR, 3 * FAR + 9, 4 * FAR - 1, 6 * FAR + 5, 7 * FAR]
const PER_PLACE = 3

let world: TestPortal
let chains: Map<number, number>

beforeAll(async () => {
  world = await testPortal()
  const { queries } = world.database
  await sql`insert into audit_chains values (0, 0, 'none') on conflict (chain) do nothing`.execute(queries)
  await sql`insert into audit_chains values (7, 0, 'none')`.execute(queries)
  const { rows } = await sql<{ most: number }>`select coalesce(max(id), 0) as most from audit_log`.execute(queries)
  for (const [index, place] of PLACES.entries()) {
    for (let n = 0; n < PER_PLACE; n += 1) {
      await sql`insert into audit_log (id, chain, position, created_at, kind, description, changes, hash)
        values (${(rows[0]?.most ?? 0) + 10 * place + n}, ${index % 2 === 0 ? 0 : 7}, ${1000 + index * PER_PLACE + n},
          now(), 'signed_in', 'Signed in', '[]', '')`.execute(queries)
    }
  }
  await sql`update audit_chains set length = (select count(*) from audit_log where audit_log.chain = audit_chains.chain)`.execute(
    queries,
  )
  const entries = await queries.selectFrom('audit_log').select(['id', 'chain']).orderBy('id', 'desc').execute()
  chains = new Map(entries.map(({ id, chain }) => [id, chain]))
})
afterAll(() => world.stop())

const UNSEARCHED = { trials: [], by_words: [], packs: [], by_day: [], reader: 0 }
const NOTHING = {
  q: '',
  named: [],
  user_id: null,
  trial_id: null,
  participant: null,
  pack_id: '',
  kinds: [],
  unsearched: UNSEARCHED,
}

/** A search of the whole log. */
const WHOLE = { ...NOTHING, from: null, until: null, is_reviewed: null, hidden: [], limit: 10_000 }

test.each([
  ['nothing is hidden', 'desc', []],
  ['a chain is hidden', 'desc', [7]],
  ['nothing is hidden, once more', 'desc', []],
  ['the oldest first', 'asc', []],
  ['the oldest first, and a chain is hidden', 'asc', [7]],
] as const)('%s', async (_, order, hidden) => {
  const sorted = order === 'desc' ? [...chains] : [...chains].toReversed()
  const visible = sorted.filter(([, chain]) => !hidden.some((one) => one === chain)).map(([id]) => id)
  const page_size = 5
  const turned: number[] = []
  for (let page = 1; page <= Math.ceil(visible.length / page_size); page += 1) {
    const search = { ...WHOLE, hidden, order, page, page_size }
    const { ids, total } = await searchAudits(world.database.queries, search)
    expect(total).toBe(visible.length)
    turned.push(...ids)
  }
  expect(turned).toEqual(visible)
})

/** Queries that call `arrive` after their first statement, as if another process had written meanwhile. */
const withArrival = (queries: Queries, arrive: () => Promise<void>): Queries => {
  let isFirst = true
  const within = <Target extends object>(target: Target, changes: object): Target =>
    new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(name in changes ? changes : object, name)
        return typeof value === 'function' ? value.bind(name in changes ? changes : object) : value
      },
    })
  const executor = queries.getExecutor()
  const executeQuery: typeof executor.executeQuery = async (...query) => {
    const result = await executor.executeQuery(...query)
    if (isFirst) await arrive()
    isFirst = false
    return result
  }
  return within(queries, { getExecutor: () => within(executor, { executeQuery }) })
}

test.each(['asc', 'desc'] as const)(
  'a page far from the first of %s is the same while entries are added',
  async (order) => {
    const { queries } = world.database
    const page_size = 5
    const { total } = await searchAudits(queries, { ...WHOLE, order, page: 1, page_size })
    const search = { ...WHOLE, order, page: Math.floor(total / page_size), page_size }
    const before = await searchAudits(queries, search)
    expect(before.ids).toHaveLength(page_size)
    const arrival = withArrival(queries, async () => {
      await sql`insert into audit_log (id, chain, position, created_at, kind, description, changes, hash)
      select max(id) + 1, 0, max(position) + 1, now(), 'signed_in', 'Signed in', '[]', '' from audit_log`.execute(
        queries,
      )
    })
    expect(await searchAudits(arrival, search)).toEqual(before)
  },
)
