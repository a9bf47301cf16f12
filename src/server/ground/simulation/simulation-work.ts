import { simulationFigures } from '#contract/simulation-figures'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { OpenDatabase } from '../db/open-database'
import { noteProgress, settleSimulation, type SimulationRow } from '../db/simulations'
import type { OpenWorker } from './open-worker'
import { runInWorker, type WorkerEnd } from './worker-run'

/** What working on simulations needs. */
export type SimulationDependencies = { database: OpenDatabase; log: Logger; now: () => string; openWorker: OpenWorker }

/** The work of this process on one simulation. */
export type SimulationWork = {
  /** Settled, whatever came of it; never rejects. */
  readonly ended: Promise<void>
  /** Says that the work goes on. Where it is not wanted any more, having been cancelled elsewhere, it ends. */
  readonly beat: () => void
  /** Ends it, since it was cancelled. */
  readonly drop: () => void
  /** Ends it, for this process or another to begin again. */
  readonly release: () => void
}

/** Begins to work on a simulation that this process has claimed. */
export const beginSimulation = (
  { database: { queries }, log, now, openWorker }: SimulationDependencies,
  { id, request, seed }: Pick<SimulationRow, 'id' | 'request' | 'seed'>,
): SimulationWork => {
  const progress = { done: 0, isReleased: false }
  let noted: Promise<unknown> = Promise.resolve()

  const note = async (): Promise<void> => {
    try {
      if (!(await noteProgress(queries, id, progress.done, now()))) run.stop()
    } catch (error) {
      log.error({ error, id }, 'the progress of a simulation could not be saved')
    }
  }
  const beat = () => {
    noted = Promise.all([noted, note()])
  }

  const settle = async (outcome: WorkerEnd): Promise<void> => {
    if (outcome.kind === 'stopped' && progress.isReleased)
      return settleSimulation(queries, id, { state: 'waiting', trials_done: 0 })
    if (outcome.kind === 'stopped') return undefined
    const figures = outcome.kind === 'answered' ? v.safeParse(simulationFigures, outcome.answer) : null
    if (figures?.success)
      return settleSimulation(queries, id, { state: 'done', figures: figures.output, trials_done: request.runs })
    log.error({ error: outcome.kind === 'failed' ? outcome.error : figures?.issues, id }, 'a simulation failed')
    return settleSimulation(queries, id, { state: 'failed' })
  }

  const run = runInWorker(openWorker, { kind: 'simulation', plan: request, seed }, (done) => {
    progress.done = done
    beat()
  })

  const end = async (): Promise<void> => {
    try {
      const ended = await run.ended
      await noted
      await settle(ended)
    } catch (error) {
      log.error({ error, id }, 'the result of a simulation could not be saved')
    }
  }

  return {
    ended: end(),
    beat,
    drop: run.stop,
    release: () => {
      progress.isReleased = true
      run.stop()
    },
  }
}
