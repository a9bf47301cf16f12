import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { tokenAnswer } from '#contract/reports'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { startServer, type ServerProcess } from '../support/server-process'
import { median } from './median'
import { startedTrial, type BenchTrial } from './randomise-rate'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const SECONDS = 3
/** Each share is of the rate alone in the same round, since other work may load the machine in another. */
const ROUNDS = 5
const RANDOMISERS = 8
const EXPORTERS = [0, 1, 4]
/** The number of participants before the measurement, which an export reads. */
const PARTICIPANTS = 1_000

/**
 * Randomisations per second with 8 at once, alone and while others export the participants of the same trial in a loop.
 * The figures are medians.
 */
export const ratesBesideExports = async (work: string, serverUrl: string | undefined): Promise<Row[]> => [
  ...(await ratesOn({ name: 'embedded', database_url: undefined, data_dir: join(work, 'exports-embedded') })),
  ...(serverUrl === undefined
    ? []
    : await ratesOn({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })),
]

const ratesOn = async ({ name, ...place }: Place): Promise<Row[]> => {
  const portal = await startServer(place)
  try {
    const trial = await startedTrial(portal)
    let participants = 0
    while (participants < PARTICIPANTS)
      participants += (await loops(1, RANDOMISERS, () => randomise(portal, trial))).done
    const rounds: Measured[][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const measured: Measured[] = []
      for (const exporters of EXPORTERS) measured.push(await measure(portal, trial, exporters))
      rounds.push(measured)
    }
    return EXPORTERS.map((exporters, index) => {
      const of = (figure: (measured: Measured, alone: Measured) => number) =>
        median(rounds.flatMap((round) => (round[0] && round[index] ? figure(round[index], round[0]) : [])))
      return {
        database: name,
        exporters,
        randomised: of(({ randomised }) => randomised.done / SECONDS).toFixed(0),
        'of those alone': of(({ randomised }, alone) => randomised.done / alone.randomised.done).toFixed(2),
        'slowest (ms)': of(({ randomised }) => randomised.slowest).toFixed(0),
        exported: of(({ exported }) => exported.done / SECONDS).toFixed(1),
        failed: rounds.reduce((sum, round) => sum + (round[index]?.failed ?? 0), 0),
      }
    })
  } finally {
    await portal.stop()
  }
}

type Measured = { randomised: Looped; exported: Looped; failed: number }

const measure = async (portal: ServerProcess, trial: BenchTrial, exporters: number): Promise<Measured> => {
  const [randomised, exported] = await Promise.all([
    loops(SECONDS, RANDOMISERS, () => randomise(portal, trial)),
    loops(SECONDS, exporters, () => exportParticipants(portal, trial)),
  ])
  return { randomised, exported, failed: randomised.failed + exported.failed }
}

type Looped = { done: number; failed: number; slowest: number }

/**
 * Repeats an act for some seconds, `atOnce` at a time. Returns the numbers of successes and failures, and the slowest
 * in milliseconds.
 */
const loops = async (seconds: number, atOnce: number, act: () => Promise<boolean>): Promise<Looped> => {
  const looped: Looped = { done: 0, failed: 0, slowest: 0 }
  const end = performance.now() + seconds * 1000
  const loop = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      looped[(await act()) ? 'done' : 'failed'] += 1
      looped.slowest = Math.max(looped.slowest, performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  return looped
}

const randomise = async ({ url, token }: ServerProcess, { id, body }: BenchTrial): Promise<boolean> => {
  const path = filled(api.randomiseParticipant.path, { trial_id: id })
  const headers = { ...bearer(token), 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  const answer = await fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.ok
}

const exportParticipants = async ({ url, token: session }: ServerProcess, { id }: BenchTrial): Promise<boolean> => {
  const path = filled(api.prepareParticipantsExport.path, { trial_id: id })
  const prepared = await fetch(`${url}${API_BASE}/${path}`, { method: 'POST', headers: bearer(session) })
  if (!prepared.ok) return false
  const { token } = v.parse(tokenAnswer, await prepared.json())
  const file = await fetch(`${url}${API_BASE}/${path}/download?token=${token}&format=csv`)
  await file.arrayBuffer()
  return file.ok
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
