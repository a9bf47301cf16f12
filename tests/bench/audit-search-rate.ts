import { API_BASE } from '#contract/api-address'
import { listAuditLogs } from '#contract/audit-logs'
import { join } from 'node:path'
import * as v from 'valibot'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { vacuum } from '../../src/server/ground/db/vacuum'
import { giveAudits, RARE_WORD } from '../support/many-audits'
import { startServer, type ServerProcess } from '../support/server-process'
import { median } from './median'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const SIZES = [10_000, 100_000, 1_000_000]
const ASKED = 5
/** The number of entries that are inserted at once. */
const PORTION = 100_000

/**
 * Milliseconds that searches of the audit log take over HTTP as it grows: the first search, and the median of several.
 */
export const auditSearchRates = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  ...(await ratesOn({ name: 'embedded', database_url: undefined, data_dir: join(work, 'audit-embedded') })),
  ...(serverUrl === undefined
    ? []
    : await ratesOn({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })),
]

const ratesOn = async ({ name, ...place }: Place): Promise<Row[]> => {
  const rows: Row[] = []
  for (const size of SIZES) {
    // The first start loads the sample data.
    if (rows.length === 0) await (await startServer(place)).stop()
    const entries = await grown(place, size)
    const portal = await startServer(place)
    try {
      const figures: Row = { database: name, entries: entries.toLocaleString('en-GB') }
      for (const [search, query] of searches(entries)) figures[`${search} (ms)`] = await timed(portal, query)
      rows.push(figures)
    } finally {
      await portal.stop()
    }
  }
  return rows
}

/** Fills the log up to a size. No other process may have the embedded database open meanwhile. */
const grown = async (place: Omit<Place, 'name'>, size: number): Promise<number> => {
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    for (;;) {
      const entries = database.queries.selectFrom('audit_log').select((row) => row.fn.countAll<number>().as('count'))
      const { count } = await entries.executeTakeFirstOrThrow()
      if (count >= size) {
        // The portal does this every night.
        await vacuum(database)
        return count
      }
      const until = new Date().toISOString()
      const given = { count: Math.min(PORTION, size - count), until }
      await database.withoutTimeouts((queries) => giveAudits(queries, given))
    }
  } finally {
    await database.close()
  }
}

const searches = (entries: number): [string, string][] => [
  ['first page', ''],
  ['middle page', `page=${Math.round(entries / 20)}`],
  ['last page', `page=${Math.ceil(entries / 10)}`],
  ['of a person', 'user_id=3'],
  ['of a trial', 'trial_id=2'],
  ['of a pack', 'pack_id=PK-1001'],
  ['of a participant', 'participant=1001'],
  ['by words', 'q=randomised+hospital'],
  ['page 50 by words', 'q=participant+flagged&page=50'],
  ['by a rare word', `q=${RARE_WORD}`],
  ['of a day', `from=${daysAgo(30)}&to=${daysAgo(30)}`],
]

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const timed = async ({ url, token }: ServerProcess, query: string): Promise<string> => {
  const times: number[] = []
  for (let searches = 0; searches < ASKED; searches += 1) {
    const began = performance.now()
    const answer = await fetch(`${url}${API_BASE}/${listAuditLogs.path}?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { data } = v.parse(listAuditLogs.response, await answer.json())
    times.push(performance.now() - began)
    if (data.length === 0) throw new Error(`${query} found nothing`)
  }
  return `${times[0]?.toFixed(0)}, ${median(times).toFixed(0)}`
}
