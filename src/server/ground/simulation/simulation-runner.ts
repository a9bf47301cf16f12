import { claimRandomisationTest } from '../db/randomisation-tests'
import { claimSimulation } from '../db/simulations'
import type { BackgroundWork } from './background-work'
import { beginRandomisationTest } from './randomisation-test-work'
import { beginSimulation, type WorkDependencies } from './simulation-work'
import type { WorkerJob } from './worker-job'
import { runInWorker } from './worker-run'

/** What is worked on: a simulation, or a randomisation test. */
type WorkKind = 'simulation' | 'randomisation_test'

/** The simulations and randomisation tests that one process works on. */
export type SimulationRunner = {
  /** One was stored that waits: take it up if there is room. */
  wake: () => void
  /** One was cancelled: end the work on it, where it is done here. */
  drop: (kind: WorkKind, id: number) => void
  /** Has a small job done beside the simulations, one after another, and answers what came of it. */
  perform: (job: WorkerJob) => Promise<unknown>
  /** Starts nothing more and ends all work; unfinished simulations wait again. */
  stop: () => Promise<void>
}

/** Worker threads at once: the server's own work must find room beside them. */
const MAX_AT_ONCE = 2

/** How often a process says that it still works on one. */
const HEARD_EVERY_MS = 5000

/** How often a process looks for work that another one has left waiting. */
const LOOK_EVERY_MS = 15_000

/** A desk that takes up waiting work, two at once and randomisation tests first, when it is woken, has room again, or looks. */
export const createSimulationRunner = (dependencies: WorkDependencies): SimulationRunner => {
  const works = new Map<string, BackgroundWork>()
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
        const next = await beginNext(dependencies)
        if (next === null) return
        works.set(next.name, next.work)
        void removeWhenEnded(next.name, next.work)
      }
    } catch (error) {
      dependencies.log.error({ error }, 'no simulation or randomisation test could be started')
    }
  }

  const removeWhenEnded = async (name: string, work: BackgroundWork): Promise<void> => {
    await work.ended
    works.delete(name)
    wake()
  }

  const heartbeat = setInterval(() => {
    for (const work of works.values()) work.beat()
  }, HEARD_EVERY_MS).unref()

  // The embedded database has one process, which wakes its own desk.
  const looks = dependencies.database.kind === 'server' ? setInterval(wake, LOOK_EVERY_MS).unref() : undefined

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
    drop: (kind, id) => works.get(nameOf(kind, id))?.drop(),
    stop: async () => {
      stopping.abort()
      clearInterval(heartbeat)
      clearInterval(looks)
      await starting
      const ending = [...works.values()]
      for (const work of ending) work.release()
      await Promise.all(ending.map(({ ended }) => ended))
    },
  }
}

const nameOf = (kind: WorkKind, id: number): string => `${kind} ${id}`

/** Claims waiting work and begins it; null where there is none. */
const beginNext = async (dependencies: WorkDependencies): Promise<{ name: string; work: BackgroundWork } | null> => {
  const { database, now } = dependencies
  const test = await claimRandomisationTest(database.queries, now())
  if (test) {
    const work = await beginRandomisationTest(dependencies, test)
    return { name: nameOf('randomisation_test', test.id), work }
  }
  const simulation = await claimSimulation(database.queries, now())
  if (simulation === undefined) return null
  return { name: nameOf('simulation', simulation.id), work: beginSimulation(dependencies, simulation) }
}
