import { claimSimulation } from '../db/simulations'
import { beginSimulation, type SimulationDependencies, type SimulationWork } from './simulation-work'
import type { WorkerJob } from './worker-job'
import { runInWorker } from './worker-run'

/** The simulations that one process works on. */
export type SimulationRunner = {
  /** A simulation was stored that waits: take it up if there is room. */
  wake: () => void
  /** A simulation was cancelled: end the work on it, where it is done here. */
  drop: (id: number) => void
  /** Has a small job done beside the simulations, one after another, and answers what came of it. */
  perform: (job: WorkerJob) => Promise<unknown>
  /** Takes up nothing more and ends all work; what was under way waits again. */
  stop: () => Promise<void>
}

/** Worker threads at once: the server's own work must find room beside them. */
const MAX_AT_ONCE = 2

/** How often a process says that it still works on a simulation. */
const HEARD_EVERY_MS = 5000

/** A desk that takes up waiting simulations, two at once, whenever it is woken or has room again. */
export const createSimulationRunner = (dependencies: SimulationDependencies): SimulationRunner => {
  const works = new Map<number, SimulationWork>()
  const stopping = new AbortController()
  let starting: Promise<void> = Promise.resolve()
  let performing: Promise<unknown> = Promise.resolve()

  const hasRoom = () => !stopping.signal.aborted && works.size < MAX_AT_ONCE

  // One after another, so that no two of them see the same room.
  const wake = () => {
    starting = startWaiting(starting)
  }

  const startWaiting = async (before: Promise<void>): Promise<void> => {
    await before
    try {
      while (hasRoom()) {
        const claimed = await claimSimulation(dependencies.database.queries, dependencies.now())
        if (claimed === undefined) return
        const work = beginSimulation(dependencies, claimed)
        works.set(claimed.id, work)
        void removeWhenEnded(claimed.id, work)
      }
    } catch (error) {
      dependencies.log.error({ error }, 'no simulation could be started')
    }
  }

  const removeWhenEnded = async (id: number, work: SimulationWork): Promise<void> => {
    await work.ended
    works.delete(id)
    wake()
  }

  const heartbeat = setInterval(() => {
    for (const work of works.values()) work.beat()
  }, HEARD_EVERY_MS).unref()

  const perform = async (job: WorkerJob): Promise<unknown> => {
    const before = performing
    const run = (async () => {
      await before
      return runInWorker(dependencies.openWorker, job, () => {}).ended
    })()
    performing = run
    const outcome = await run
    if (outcome.kind === 'answered') return outcome.answer
    throw outcome.kind === 'failed' ? outcome.error : new Error('The job was ended')
  }

  return {
    wake,
    perform,
    drop: (id) => works.get(id)?.drop(),
    stop: async () => {
      stopping.abort()
      clearInterval(heartbeat)
      await starting
      const ending = [...works.values()]
      for (const work of ending) work.release()
      await Promise.all(ending.map(({ ended }) => ended))
    },
  }
}
