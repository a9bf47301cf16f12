import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { tokenAnswer } from '#contract/reports'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { signIn, startServer, type ServerProcess } from '../support/server-process'
import { deviceWorld, PEOPLE, trialOfPacks, type DeviceWorld } from './device-world'
import { quantile } from './median'
import { connectionOf, refreshing, type Connection } from './simulated-device'
import type { Row } from './table'

/** How many devices, and for how many seconds each phase is measured. */
const DEVICES = Number(process.env['DEVICES'] ?? 1_000)
const SECONDS = Number(process.env['DEVICE_SECONDS'] ?? 60)
/** How often an open page asks again. */
const REFRESH_S = 30
const NURSES = 64
/** A nurse randomises again after so many seconds. */
const BETWEEN_S = 10
const EXPORTS = 10
const IMPORTED = 20_000
/** At once: more would measure the sample provider, not the portal. */
const SIGN_INS_AT_ONCE = 8
const DAY_S = 86_400

/**
 * Devices with an open page against one process over PostgreSQL, beside 64 nurses who randomise: without tags, with tags, and with
 * tags beside the heavy work of an office and the queue of a hospital that was offline for a day. Each phase is measured for so many
 * seconds. No rows without PostgreSQL. The clients share the machine with the server and the database.
 */
export const ratesOfDevices = async (
  work: string,
  serverUrl: string | undefined,
  seconds = SECONDS,
): Promise<Row[]> => {
  if (serverUrl === undefined) return []
  const place = { database_url: serverUrl, data_dir: join(work, 'devices') }
  const world = await deviceWorld(place)
  const loads = fileURLToPath(new URL('event-loop-probe.mjs', import.meta.url))
  const portal = await startServer({ ...place, loads })
  const connections = new Map<string, Connection[]>()
  try {
    const randomising = await randomisingIn(portal, world)
    const began = performance.now()
    const tokens = await signedIn(portal)
    const signInMs = (performance.now() - began) / DEVICES
    const phase = async (name: string, has_tags: boolean, beside: (() => Promise<void>)[]) => {
      const devices = tokens.map((token) => connectionOf(portal.url, token))
      connections.set(name, devices)
      const row = await measured({ portal, world, devices, seconds, has_tags, randomising, beside })
      for (const device of devices) device.close()
      return { phase: name, ...row, 'sign-in (ms each)': signInMs.toFixed(0) }
    }
    return [
      await phase('without tags', false, []),
      await phase('with tags', true, []),
      await phase('and heavy work beside', true, [...heavyWork(portal, world), () => sendQueue(portal, world)]),
    ]
  } finally {
    for (const device of [...connections.values()].flat()) device.close()
    await portal.stop()
  }
}

/** Signs each device in, as its person does in the morning. */
const signedIn = async ({ url }: ServerProcess): Promise<string[]> => {
  const tokens: string[] = []
  let next = 0
  const signing = async () => {
    while (next < DEVICES) {
      const device = next++
      tokens[device] = await signIn(url, PEOPLE[device % PEOPLE.length])
    }
  }
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, signing))
  return tokens
}

type Phase = {
  portal: ServerProcess
  world: DeviceWorld
  devices: readonly Connection[]
  seconds: number
  has_tags: boolean
  randomising: (connection: Connection) => Promise<boolean>
  beside: readonly (() => Promise<void>)[]
}

const measured = async ({ portal, world, devices, seconds, has_tags, randomising, beside }: Phase): Promise<Row> => {
  const refreshes = devices.map((device) => refreshing(device, world, has_tags))
  const counts = { refreshes: 0, whole: 0, unchanged: 0, failed: 0 }
  const times: number[] = []
  const nurses = Array.from({ length: NURSES }, () => connectionOf(portal.url, portal.token))
  const memory = residentMb(portal)
  // The first answers of a page are whole in any case, and are not counted.
  await Promise.all(inPhases(refreshes, REFRESH_S, async (refresh) => void (await refresh())))
  const bytesBefore = devices.reduce((sum, device) => sum + device.bytes(), 0)
  await portal.longestBlock()
  const end = performance.now() + seconds * 1000
  const refreshesOfDevices = inPhases(refreshes, REFRESH_S, async (refresh) => {
    while (performance.now() < end) {
      const next = performance.now() + REFRESH_S * 1000
      const answered = await refresh().catch(() => ({ whole: 0, unchanged: 0, failed: 1 }))
      counts.refreshes += 1
      counts.whole += answered.whole
      counts.unchanged += answered.unchanged
      counts.failed += answered.failed
      await setTimeout(Math.max(0, Math.min(next, end) - performance.now()))
    }
  })
  const randomisations = inPhases(nurses, BETWEEN_S, async (nurse) => {
    while (performance.now() < end) {
      const began = performance.now()
      if (await randomising(nurse).catch(() => false)) times.push(performance.now() - began)
      else counts.failed += 1
      await setTimeout(BETWEEN_S * 1000)
    }
  })
  await Promise.all([...refreshesOfDevices, ...randomisations, ...beside.map((act) => act())])
  const blocked = await portal.longestBlock()
  const bytes = devices.reduce((sum, device) => sum + device.bytes(), 0) - bytesBefore
  for (const nurse of nurses) nurse.close()
  const answers = counts.whole + counts.unchanged
  return {
    devices: devices.length,
    'answers (per second)': (answers / seconds).toFixed(0),
    '304 (%)': ((100 * counts.unchanged) / Math.max(1, answers)).toFixed(0),
    failed: counts.failed,
    'randomise p50 (ms)': quantile(times, 0.5).toFixed(0),
    'p99 (ms)': quantile(times, 0.99).toFixed(0),
    'event loop blocked at most (ms)': blocked.toFixed(0),
    'memory (MB)': `${memory} → ${residentMb(portal)}`,
    'MB per device and day': (((bytes / counts.refreshes) * (DAY_S / REFRESH_S)) / 1e6).toFixed(1),
  }
}

/** Lets each of many act, spread evenly over so many seconds. */
const inPhases = <One>(all: readonly One[], seconds: number, act: (one: One) => Promise<void>): Promise<void>[] =>
  all.map(async (one, index) => {
    await setTimeout((seconds * 1000 * index) / all.length)
    await act(one)
  })

/** Starts the ward's trial, and returns how a nurse randomises in it, at one of its hospitals after another. */
const randomisingIn = async (portal: ServerProcess, { ward }: DeviceWorld) => {
  const { sites, trial_strata } = await portal.ask('POST', `trials/${ward}/status`, {
    trial_status_id: 3,
    reason: 'Bench',
  })
  const participant_strata = trial_strata.map((stratum) => ({
    trial_stratum_id: stratum.id,
    trial_stratum_option_id: stratum.trial_stratum_options[0]?.id,
  }))
  let turn = 0
  return async (connection: Connection): Promise<boolean> => {
    const body = { site_id: sites[turn++ % sites.length]?.id, participant_strata }
    return (await connection.ask(api.randomiseParticipant, { trial_id: ward }, { body })).status === 201
  }
}

/** The dispenses of a day at one hospital, sent one after another as its devices find the server again. */
const sendQueue = async ({ url }: ServerProcess, { store, waiting }: DeviceWorld): Promise<void> => {
  const connection = connectionOf(url, await signIn(url, PEOPLE[0]))
  for (const study_pack_id of waiting) {
    const body = { study_pack_id, comment: 'Given', performed_at: new Date().toISOString() }
    const headers = { 'Idempotency-Key': randomUUID() }
    const dispense = () => connection.ask(api.dispenseStudyPacks, { trial_id: store }, { body, headers })
    const { status } = await untilServed(dispense)
    if (status !== 200) throw new Error(`a dispense was answered with ${status}`)
  }
  connection.close()
}

/** A report of 50,000 rows, an import of 20,000 packs, ten exports and a simulation. */
const heavyWork = (portal: ServerProcess, { ward }: DeviceWorld): (() => Promise<void>)[] => [
  async () => void (await sent(portal, api.makeLongReport.path, ward, { type: 'data' })),
  async () => {
    // Another trial than the devices show: thousands of packs more would be the traffic that is measured.
    const { id, study_groups } = await portal.ask('POST', 'trials', trialOfPacks())
    const batch_id = 'Import'
    const wanted = study_groups.map((group) => ({ id: group.id, count: IMPORTED / study_groups.length }))
    const made = await sent(portal, api.generateStudyPacks.path, id, { batch_id, prefix: 'K', study_groups: wanted })
    const { data: study_packs } = v.parse(api.generateStudyPacks.response, await made.json())
    await sent(portal, api.importStudyPacks.path, id, { batch_id, study_packs, acknowledge_pattern: 'Bench' })
  },
  ...Array.from({ length: EXPORTS }, () => () => exportParticipants(portal, ward)),
  async () => {
    const design = { study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }] }
    await sent(portal, api.startSimulation.path, ward, { design, sizes: { participants: 200 }, runs: 10_000 })
  },
]

/** A refused download has used its token, so the whole export is repeated. */
const exportParticipants = async (portal: ServerProcess, trial_id: number): Promise<void> => {
  const path = filled(api.prepareParticipantsExport.path, { trial_id })
  for (;;) {
    const prepared = await sent(portal, api.prepareParticipantsExport.path, trial_id, {})
    const { token } = v.parse(tokenAnswer, await prepared.json())
    const file = await fetch(`${portal.url}${API_BASE}/${path}/download?token=${token}&format=csv`)
    for await (const _ of file.body ?? []);
    if (file.ok) return
    await setTimeout(REPEATED_AFTER_MS)
  }
}

const sent = async (
  { url, token }: ServerProcess,
  path: string,
  trial_id: number,
  body?: object,
): Promise<Response> => {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...(body && { 'Idempotency-Key': randomUUID() }),
  }
  const response = await untilServed(() =>
    fetch(`${url}${API_BASE}/${filled(path, { trial_id })}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }),
  )
  const bytes = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${new TextDecoder().decode(bytes)}`)
  return new Response(bytes)
}

/** Repeats a request while the server asks for that, as the app does. */
const untilServed = async <Answer extends { status: number }>(send: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await setTimeout(REPEATED_AFTER_MS)
  }
}

const REPEATED_AFTER_MS = 1_000

/** The memory of the server's process. */
const residentMb = ({ pid }: ServerProcess): string => {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kb) / 1024).toFixed(0)
}
