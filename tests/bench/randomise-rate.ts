import { API_BASE } from '#contract/api-address'
import autocannon from 'autocannon'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { quantile } from './median'
import { rawLimit } from './raw-limit'
import { startServer, type ServerProcess } from '../support/server-process'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const SECONDS = 8
const AT_ONCE = [1, 8, 32, 64]
/** The number of randomisations one after another, without other requests. */
const ALONE = 1_000

/**
 * Milliseconds of a randomisation alone, then randomisations per second into one trial over HTTP, beside the raw limit
 * of the same database in the same run.
 */
export const randomiseRates = async ({ name, ...place }: Place): Promise<Record<string, string | number>> => {
  const raw = await rawLimit(place, SECONDS)
  const portal = await startServer(place)
  try {
    const trial = await startedTrial(portal)
    const alone = await timesAlone(portal, trial)
    const rates: number[] = []
    for (const connections of AT_ONCE) rates.push(await rate(portal, trial, connections))
    return {
      database: name,
      'raw ms': raw.median.toFixed(2),
      'alone p50 ms': quantile(alone, 0.5).toFixed(2),
      'p95 ms': quantile(alone, 0.95).toFixed(2),
      'raw limit': raw.rate.toFixed(0),
      ...Object.fromEntries(AT_ONCE.map((connections, i) => [`${connections} at once`, rates[i]?.toFixed(0) ?? ''])),
      'ratio at 64': ((rates.at(-1) ?? 0) / raw.rate).toFixed(2),
    }
  } finally {
    await portal.stop()
  }
}

/** The time of each of many randomisations, one after another over one connection, in milliseconds. */
const timesAlone = async (portal: ServerProcess, trial: BenchTrial): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let randomised = 0; randomised < 2 * ALONE; randomised += 1) {
    const began = performance.now()
    await randomiseOver(agent, portal, trial)
    // The first half warms the server up.
    if (randomised >= ALONE) times.push(performance.now() - began)
  }
  agent.destroy()
  return times
}

/** Randomises once over the agent's connections. Throws where the answer is no participant. */
export const randomiseOver = async (
  agent: Agent,
  { url, token }: ServerProcess,
  { id, body }: BenchTrial,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { ...headersFor(token), 'Content-Length': Buffer.byteLength(body) }
    request(`${url}${API_BASE}/trials/${id}/participants`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new Error(`a randomisation was answered ${response.statusCode}`))
      })
    })
      .once('error', reject)
      .end(body)
  })

const headersFor = (token: string) => ({
  'Content-Type': 'application/json',
  Authorization: `Bearer ${token}`,
  'Idempotency-Key': randomUUID(),
})

/** The seconds of each window, and the size at which the growth ends. */
const WINDOW = 4
const GROWN = 20_000

/** Randomisations per second with 8 at once while one trial grows from 0 to 20,000 participants. */
export const growthOverHttp = async (place: Omit<Place, 'name'>): Promise<Record<string, string | number>[]> => {
  const portal = await startServer(place)
  try {
    const trial = await startedTrial(portal)
    const rows: { participants: number; rate: number }[] = []
    let participants = (await fire(portal, trial, 8, 1)).randomised
    for (let last = false; !last;) {
      last = participants >= GROWN
      // Between the first window and the last the trial only has to grow, which is faster with more at once.
      const window = await fire(portal, trial, rows.length === 0 || last ? 8 : 64, WINDOW)
      rows.push({ participants, rate: window.randomised / window.seconds })
      participants += window.randomised
    }
    const ends = rows.filter((_, index) => index === 0 || index === rows.length - 1)
    return ends.map((row) => ({
      'participants at the start': row.participants.toLocaleString('en-GB'),
      'per second': row.rate.toFixed(0),
      'of the first': (row.rate / (rows[0]?.rate ?? 1)).toFixed(2),
    }))
  } finally {
    await portal.stop()
  }
}

export type BenchTrial = { id: number; body: string }

/** A typical trial: blocked, stratified by site and by one stratum of two options. */
export const startedTrial = async ({ ask }: ServerProcess): Promise<BenchTrial> => {
  const trial = await ask('POST', 'trials', {
    title: 'Bench',
    start_on: '2026-01-01',
    end_on: '2030-12-31',
    org_name: 'Bench',
    randomisation_method_id: 1,
    block_size_min: 4,
    block_size_max: 8,
    is_stratified: true,
    is_site_stratified: true,
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
    trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
  })
  await ask('POST', `trials/${trial.id}/status`, { trial_status_id: 3, reason: 'Bench' })
  const [stratum] = trial.trial_strata
  const answer = { trial_stratum_id: stratum?.id, trial_stratum_option_id: stratum?.trial_stratum_options[0]?.id }
  return { id: trial.id, body: JSON.stringify({ site_id: trial.sites[0]?.id, participant_strata: [answer] }) }
}

const rate = async (portal: ServerProcess, trial: BenchTrial, connections: number): Promise<number> => {
  const { randomised, seconds } = await fire(portal, trial, connections, SECONDS)
  return randomised / seconds
}

/** Randomises for some seconds over this many connections. */
const fire = async (
  { url, token }: ServerProcess,
  { id, body }: BenchTrial,
  connections: number,
  duration: number,
): Promise<{ randomised: number; seconds: number }> => {
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: [
      {
        method: 'POST',
        path: `${API_BASE}/trials/${id}/participants`,
        body,
        setupRequest: (asked) => ({ ...asked, headers: headersFor(token) }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors among ${result.requests.total} requests`)
  }
  return { randomised: result['2xx'], seconds: result.duration }
}
