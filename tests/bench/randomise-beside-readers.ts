import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { tokenAnswer } from '#contract/reports'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { startServer, type ServerProcess } from '../support/server-process'
import { largeTrial } from './large-trial'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const PARTICIPANTS = 50_000
const SITES = 111
const SECONDS = 5
const ROUNDS = 3
/** The number of people who randomise, each again as soon as they are answered. */
const PEOPLE = 3
const DEVICES = 10
const REPORTS = 3

/**
 * The milliseconds of a randomisation, alone and beside readers of the same trial of 50,000 participants, and the
 * longest block of the server's event loop.
 */
export const timesBesideReaders = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  ...(await timesOn({ name: 'embedded', database_url: undefined, data_dir: join(work, 'readers-embedded') })),
  ...(serverUrl === undefined
    ? []
    : await timesOn({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })),
]

type Reader = (portal: ServerProcess, trial: BusyTrial, over: AbortSignal) => Promise<boolean>

/**
 * The readers beside the people who randomise. Each reads again once it has the whole answer, until the time is over.
 */
const READERS: Record<string, readonly Reader[]> = {
  nobody: [],
  'a device that takes the snapshot': [takeSnapshot],
  '10 devices that take the snapshot': Array.from({ length: DEVICES }, () => takeSnapshot),
  '3 long reports': Array.from({ length: REPORTS }, () => takeReport),
  'participants as CSV': [takeExport],
  'all of these': [
    ...Array.from({ length: DEVICES }, () => takeSnapshot),
    ...Array.from({ length: REPORTS }, () => takeReport),
    takeExport,
  ],
}

const timesOn = async ({ name, ...place }: Place): Promise<Row[]> => {
  const trial_id = await largeTrial(place, { participants: PARTICIPANTS, sites: SITES })
  const portal = await startServer({ ...place, loads: fileURLToPath(new URL('event-loop-probe.mjs', import.meta.url)) })
  try {
    const trial = await started(portal, trial_id)
    await measure(portal, trial, [])
    const measured = new Map(Object.keys(READERS).map((readers): [string, Measured[]] => [readers, []]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [readers, list] of measured) list.push(await measure(portal, trial, READERS[readers] ?? []))
    const alone = pooled(measured.get('nobody') ?? [])
    return [...measured].map(([readers, list]) => {
      const { p50, p95 } = pooled(list)
      return {
        database: name,
        beside: readers,
        'p50 (ms)': p50.toFixed(0),
        'p95 (ms)': p95.toFixed(0),
        'p95 of that alone': (p95 / alone.p95).toFixed(1),
        'event loop blocked at most (ms)': Math.max(...list.map(({ blocked }) => blocked)).toFixed(0),
        'read (per second)': (list.reduce((sum, { reads }) => sum + reads, 0) / (ROUNDS * SECONDS)).toFixed(2),
        failed: list.reduce((sum, { failed }) => sum + failed, 0),
      }
    })
  } finally {
    await portal.stop()
  }
}

type BusyTrial = { id: number; body: string }

/** The trial, with its first participants drawn by the engine. */
const started = async ({ ask }: ServerProcess, id: number): Promise<BusyTrial> => {
  const { sites, trial_strata } = await ask('POST', `trials/${id}/status`, { trial_status_id: 3, reason: 'Bench' })
  const participant_strata = trial_strata.map((stratum) => ({
    trial_stratum_id: stratum.id,
    trial_stratum_option_id: stratum.trial_stratum_options[0]?.id,
  }))
  return { id, body: JSON.stringify({ site_id: sites[0]?.id, participant_strata }) }
}

type Measured = { times: number[]; reads: number; failed: number; blocked: number }

const measure = async (portal: ServerProcess, trial: BusyTrial, readers: readonly Reader[]): Promise<Measured> => {
  const measured: Measured = { times: [], reads: 0, failed: 0, blocked: 0 }
  await portal.longestBlock()
  const end = performance.now() + SECONDS * 1000
  const over = AbortSignal.timeout(SECONDS * 1000)
  const randomiser = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      if (await randomise(portal, trial)) measured.times.push(performance.now() - began)
      else measured.failed += 1
    }
  }
  const isOver = new Promise<null>((resolve) => over.addEventListener('abort', () => resolve(null), { once: true }))
  const reading = async (read: Reader) => {
    while (!over.aborted) {
      const answered = read(portal, trial, over).catch((error: unknown) => {
        if (!over.aborted) throw error
        return null
      })
      // An answer that is aborted while its body is read may never settle.
      const isWhole = await Promise.race([answered, isOver])
      if (isWhole !== null) measured[isWhole ? 'reads' : 'failed'] += 1
    }
  }
  await Promise.all([...Array.from({ length: PEOPLE }, randomiser), ...readers.map(reading)])
  return { ...measured, blocked: await portal.longestBlock() }
}

const pooled = (list: readonly Measured[]): { p50: number; p95: number } => {
  const times = list.flatMap((one) => one.times).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

const randomise = async ({ url, token }: ServerProcess, { id, body }: BusyTrial): Promise<boolean> => {
  const path = filled(api.randomiseParticipant.path, { trial_id: id })
  const headers = { ...bearer(token), 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  return isReadWhole(fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers, body }))
}

async function takeSnapshot({ url, token }: ServerProcess, { id }: BusyTrial, signal: AbortSignal): Promise<boolean> {
  const path = filled(api.getParticipantsSnapshot.path, { trial_id: id })
  return isReadWhole(fetch(`${url}${API_BASE}/${path}`, { headers: bearer(token), signal }))
}

async function takeReport({ url, token }: ServerProcess, { id }: BusyTrial, signal: AbortSignal): Promise<boolean> {
  const path = filled(api.makeLongReport.path, { trial_id: id })
  const headers = { ...bearer(token), 'Content-Type': 'application/json' }
  return isReadWhole(
    fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers, body: JSON.stringify({ type: 'data' }), signal }),
  )
}

async function takeExport(
  { url, token: session }: ServerProcess,
  { id }: BusyTrial,
  signal: AbortSignal,
): Promise<boolean> {
  const path = filled(api.prepareParticipantsExport.path, { trial_id: id })
  const prepared = await fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers: bearer(session), signal })
  if (!prepared.ok) return false
  const { token } = v.parse(tokenAnswer, await prepared.json())
  return isReadWhole(fetch(`${url}${API_BASE}/${path}/download?token=${token}&format=csv`, { signal }))
}

/**
 * Whether the whole answer was received. It is not collected: the readers must not take the processor from the server.
 */
const isReadWhole = async (answering: Promise<Response>): Promise<boolean> => {
  const answer = await answering
  for await (const _ of answer.body ?? []);
  return answer.ok
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
