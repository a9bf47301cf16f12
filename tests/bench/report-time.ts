import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { startServer, type ServerProcess } from '../support/server-process'
import { largeTrial } from './large-trial'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

/** Memory must not grow from one size to the next. */
const PARTICIPANTS = [1_000, 20_000, 50_000]
const SITES = 111
/** The interval of another person's requests, in milliseconds. */
const ASKS_EVERY_MS = 50

/**
 * Seconds that the long report of a large trial takes over HTTP in each form, its memory, and the wait of other people.
 */
export const reportTimes = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  ...(await timesOn({ name: 'embedded', database_url: undefined, data_dir: join(work, 'report-embedded') })),
  ...(serverUrl === undefined
    ? []
    : await timesOn({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })),
]

const timesOn = async ({ name, ...place }: Place): Promise<Row[]> => {
  const rows: Row[] = []
  for (const participants of PARTICIPANTS) rows.push(...(await timesOf(name, place, participants)))
  return rows
}

const timesOf = async (name: string, place: Omit<Place, 'name'>, participants: number): Promise<Row[]> => {
  const trial_id = await largeTrial(place, { participants, sites: SITES })
  const rows: Row[] = []
  // A process for each form, since freed memory seldom goes back to the system.
  for (const [form, take] of Object.entries({ 'as a spreadsheet': takeSheet, 'as data': takeData })) {
    const portal = await startServer(place)
    try {
      rows.push({
        database: name,
        participants: participants.toLocaleString('en-GB'),
        form,
        ...(await watched(portal, () => take(portal, trial_id))),
      })
    } finally {
      await portal.stop()
    }
  }
  return rows
}

const watched = async (portal: ServerProcess, take: () => Promise<number>): Promise<Row> => {
  const before = memoryOf(portal, 'VmRSS')
  const over = new AbortController()
  const waits: number[] = []
  const others = (async () => {
    while (!over.signal.aborted) {
      waits.push(await wait(portal))
      await setTimeout(ASKS_EVERY_MS)
    }
  })()
  const began = performance.now()
  const bytes = await take().finally(() => over.abort())
  const seconds = (performance.now() - began) / 1000
  await others
  return {
    'took (s)': seconds.toFixed(2),
    'sent (MB)': (bytes / 1e6).toFixed(1),
    'memory taken (MB)': Math.round((memoryOf(portal, 'VmHWM') - before) / 1e6),
    'others waited at worst (ms)': Math.max(...waits).toFixed(0),
  }
}

/** The wait of another person for a small answer from the database, in milliseconds. */
const wait = async ({ url, token }: ServerProcess): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${url}${API_BASE}/${api.getMe.path}`, { headers: { Authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return performance.now() - began
}

const takeData = async ({ url, token }: ServerProcess, trial_id: number): Promise<number> => {
  const path = filled(api.makeLongReport.path, { trial_id })
  const answer = await fetch(`${url}${API_BASE}/${path}`, reportRequest(token, 'data'))
  return (await answer.arrayBuffer()).byteLength
}

const takeSheet = async ({ url, token: bearer }: ServerProcess, trial_id: number): Promise<number> => {
  const path = filled(api.makeLongReport.path, { trial_id })
  const issued = await fetch(`${url}${API_BASE}/${path}`, reportRequest(bearer, 'token'))
  const { token } = v.parse(v.object({ token: v.string() }), await issued.json())
  const file = await fetch(`${url}${API_BASE}/${path}/download?token=${token}`)
  let bytes = 0
  for await (const chunk of file.body ?? []) bytes += chunk.byteLength
  return bytes
}

const reportRequest = (token: string, type: 'data' | 'token'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  body: JSON.stringify({ type }),
})

/** Memory of the server's process in bytes, as Linux reports it: now, or at its peak. */
const memoryOf = ({ pid }: ServerProcess, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes = ''] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Number(kilobytes) * 1024
}
