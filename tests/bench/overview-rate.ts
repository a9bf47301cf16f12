import { API_BASE } from '#contract/api-address'
import { getTrialStatistics } from '#contract/trials'
import { join } from 'node:path'
import * as v from 'valibot'
import { startServer } from '../support/server-process'
import { largeTrial } from './large-trial'
import { median } from './median'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const PARTICIPANTS = 20_000
const SITES = 111
const ASKED = 21

/**
 * Milliseconds that the figures of one large trial take over HTTP on each database: the first time, the median and the
 * maximum.
 */
export const overviewRates = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  await overviewRate({ name: 'embedded', database_url: undefined, data_dir: join(work, 'large-embedded') }),
  ...(serverUrl === undefined
    ? []
    : [await overviewRate({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })]),
]

const overviewRate = async ({ name, ...place }: Place): Promise<Row> => {
  const trialId = await largeTrial(place, { participants: PARTICIPANTS, sites: SITES })
  const portal = await startServer(place)
  try {
    const times: number[] = []
    for (let requests = 0; requests < ASKED; requests += 1) {
      const began = performance.now()
      const headers = { Authorization: `Bearer ${portal.token}` }
      const answer = await fetch(`${portal.url}${API_BASE}/trials/${trialId}/statistics`, { headers })
      const { statistics } = v.parse(getTrialStatistics.response, await answer.json())
      times.push(performance.now() - began)
      const counted = statistics.sites.reduce((sum, { count }) => sum + count, 0)
      if (counted !== PARTICIPANTS) throw new Error(`${counted} participants were counted`)
    }
    return {
      database: name,
      participants: PARTICIPANTS.toLocaleString('en-GB'),
      sites: SITES,
      'first (ms)': times[0]?.toFixed(0) ?? '',
      'median (ms)': median(times).toFixed(0),
      'worst (ms)': Math.max(...times).toFixed(0),
    }
  } finally {
    await portal.stop()
  }
}
