import { API_BASE } from '#contract/api-address'
import { searchEverything } from '#contract/search'
import { join } from 'node:path'
import * as v from 'valibot'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { vacuum } from '../../src/server/ground/db/vacuum'
import { givePacks } from '../support/many-packs'
import { giveParticipants } from '../support/many-participants'
import { startServer, type ServerProcess } from '../support/server-process'
import { median } from './median'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const TRIALS = 20
const ASKED = 15
/** The number of participants, and of packs, in all trials together. */
const SIZES = [50_000, 200_000]

/**
 * Milliseconds that the search over every trial takes over HTTP as the trials grow. The minimum, which other work
 * disturbs least, and the median.
 */
export const searchRates = async (work: string, serverUrl: string | undefined): Promise<Row[]> => {
  const rows: Row[] = []
  for (const size of SIZES) {
    rows.push(
      await ratesOf({ name: 'embedded', database_url: undefined, data_dir: join(work, `search-${size}`) }, size),
    )
  }
  if (serverUrl === undefined) return rows
  // One database: the larger size is added to the smaller.
  for (const size of SIZES) {
    rows.push(await ratesOf({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') }, size))
  }
  return rows
}

const ratesOf = async ({ name, ...place }: Place, size: number): Promise<Row> => {
  await filled(place, size)
  const portal = await startServer(place)
  try {
    const figures: Row = { database: name, participants: size.toLocaleString('en-GB') }
    for (const [search, query] of SEARCHES) figures[`${search} (ms)`] = await timed(portal, query)
    return figures
  } finally {
    await portal.stop()
  }
}

/**
 * Twenty trials with this many participants and packs. No other process may have the embedded database open while they
 * are inserted.
 */
const filled = async (place: Omit<Place, 'name'>, size: number): Promise<void> => {
  const portal = await startServer(place)
  const ids: number[] = []
  for (let trial = 1; trial <= TRIALS; trial += 1) {
    const { id } = await portal.ask('POST', 'trials', {
      title: `Search bench ${trial} of ${size}`,
      start_on: '2024-01-01',
      end_on: '2030-12-31',
      org_name: 'Bench',
      randomisation_method_id: 1,
      block_size_min: 4,
      block_size_max: 4,
      is_managing_packs: true,
      sites: Array.from({ length: 10 }, (_, site) => ({ title: `Hospital ${site + 1}` })),
      study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    })
    ids.push(id)
  }
  await portal.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    const until = new Date().toISOString()
    for (const id of ids) {
      await database.withoutTimeouts((queries) =>
        giveParticipants(queries, id, { count: size / TRIALS, days: 900, until }),
      )
      await givePacks(database.queries, id, { count: size / TRIALS, around: until.slice(0, 10) })
    }
    // The portal does this every night.
    await vacuum(database)
  } finally {
    await database.close()
  }
}

const SEARCHES: [string, string][] = [
  ['one letter', 'q=p'],
  ['part of many IDs', 'q=P-12'],
  ['one ID', 'q=p-2417'],
  ['no match', 'q=STA-9999999'],
  ['a pack', 'q=A-104123'],
  ['an act', 'q=randomise'],
  ['nothing typed', 'recent=participant-1&recent=trial-2&recent=study_pack-9'],
]

const timed = async ({ url, token }: ServerProcess, query: string): Promise<string> => {
  const times: number[] = []
  for (let searches = 0; searches < ASKED; searches += 1) {
    const began = performance.now()
    const answer = await fetch(`${url}${API_BASE}/${searchEverything.path}?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    v.parse(searchEverything.response, await answer.json())
    times.push(performance.now() - began)
  }
  return `${Math.min(...times).toFixed(0)}, ${median(times).toFixed(0)}`
}
