import { simulationFigures } from '#contract/simulation-figures'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { OpenDatabase } from '../db/open-database'
import { noteProgress, settleSimulation, type SimulationRow } from '../db/simulations'
import { beginWork, type BackgroundWork } from './background-work'
import type { OpenWorker } from './open-worker'

/** What working on simulations and randomisation tests needs. */
export type WorkDependencies = { database: OpenDatabase; log: Logger; now: () => string; openWorker: OpenWorker }

/** What a worker answers; the replicates are JSON, which is stored unread. */
const simulationResult = v.strictObject({ figures: simulationFigures, replicates: v.string() })

/** Begins to work on a simulation that this process has claimed. */
export const beginSimulation = (
  { database: { queries }, log, now, openWorker }: WorkDependencies,
  { id, request, seed }: Pick<SimulationRow, 'id' | 'request' | 'seed'>,
): BackgroundWork =>
  beginWork(
    { log, openWorker },
    {
      of: 'simulation',
      id,
      job: { kind: 'simulation', plan: request, seed },
      noteProgress: (done) => noteProgress(queries, id, done, now()),
      storeAnswer: async (answer) => {
        const result = v.safeParse(simulationResult, answer)
        if (!result.success) return false
        await settleSimulation(queries, id, { state: 'done', ...result.output, trials_done: request.runs })
        return true
      },
      storeFailure: () => settleSimulation(queries, id, { state: 'failed' }),
      storeRelease: () => settleSimulation(queries, id, { state: 'waiting', trials_done: 0 }),
    },
  )
