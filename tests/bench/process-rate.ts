import { Agent } from 'node:http'
import { join } from 'node:path'
import { startServer, type ServerProcess } from '../support/server-process'
import { quantile } from './median'
import { randomiseOver, startedTrial, type BenchTrial } from './randomise-rate'
import type { Row } from './table'

const PROCESSES = [1, 2, 4]
const TRIALS = [50, 1]
/** The number of clients that randomise at once, spread over processes and trials. */
const CLIENTS = 64
const SECONDS = 10
/** Before a rate is measured, so that every process has compiled its code. */
const WARM_SECONDS = 4

/**
 * Randomisations per second and the time of each, over PostgreSQL with several processes of the portal. No rows without
 * PostgreSQL.
 */
export const ratesOfProcesses = async (work: string, serverUrl: string | undefined): Promise<Row[]> => {
  if (serverUrl === undefined) return []
  const rows: Row[] = []
  for (const count of PROCESSES) {
    const processes: ServerProcess[] = []
    try {
      // One after another: each needs the database and the key that the one before has made.
      for (let started = 0; started < count; started += 1)
        processes.push(await startServer({ database_url: serverUrl, data_dir: join(work, 'processes') }))
      for (const trials of TRIALS) rows.push(await rateOf(processes, trials))
    } finally {
      await Promise.all(processes.map(async ({ stop }) => stop()))
    }
  }
  return rows
}

const rateOf = async (processes: readonly ServerProcess[], trialCount: number): Promise<Row> => {
  const [first] = processes
  if (first === undefined) throw new Error('no process was started')
  const trials: BenchTrial[] = []
  for (let made = 0; made < trialCount; made += 1) trials.push(await startedTrial(first))
  await fire(processes, trials, WARM_SECONDS)
  const times = await fire(processes, trials, SECONDS)
  return {
    processes: processes.length,
    trials: trialCount,
    'per second': (times.length / SECONDS).toFixed(0),
    'p50 (ms)': quantile(times, 0.5).toFixed(0),
    'p99 (ms)': quantile(times, 0.99).toFixed(0),
  }
}

/** The milliseconds of each randomisation that was answered within these seconds. */
const fire = async (
  processes: readonly ServerProcess[],
  trials: readonly BenchTrial[],
  seconds: number,
): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const client = async (number: number): Promise<void> => {
    // Each process gets requests for every trial.
    const process = processes[number % processes.length]
    const trial = trials[Math.floor(number / processes.length) % trials.length]
    if (process === undefined || trial === undefined) return
    while (performance.now() < end) {
      const began = performance.now()
      await randomiseOver(agent, process, trial)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, async (_, number) => client(number)))
  agent.destroy()
  return times
}
