import { refusal } from '#contract/errors'
import type { DesignWarning } from '#contract/simulation-figures'
import { simulatedPlan, type getSimulation as endpoint, type Simulation } from '#contract/simulations'
import { accepted, refused } from '#domain/outcome'
import { designWarnings } from '#domain/simulation/design-warnings'
import { guessWarnings } from '#domain/simulation/guess-warnings'
import * as v from 'valibot'
import { findSimulation, type SimulationRow } from '../../ground/db/simulations'
import type { ReadHandler } from '../call/call'
import { planOfRequest } from './plan-of-request'
import { lostBefore } from './lost-before'

/** The present state of a simulation; 404 for everybody but its owner. */
export const getSimulation: ReadHandler<typeof endpoint> = async ({ context, actor, parameters, now }) => {
  const row = await findSimulation(context.database.queries, actor.user_id, parameters.simulation_id)
  return row ? accepted(toSimulation(row, now)) : refused(refusal('not_found'))
}

const toSimulation = (row: SimulationRow, now: string): Simulation => {
  const { id, created_at, trials_done, seed, figures } = row
  // A request of before a field was added has its default.
  const request = v.parse(simulatedPlan, row.request)
  return {
    id,
    created_at,
    ...currentState(row, now),
    progress: { done: trials_done, of: request.runs },
    seed,
    ...request,
    warnings: warningsOf(row),
    figures,
  }
}

/** A simulation left running by a process that is gone was interrupted. */
const currentState = ({ state, heard_at }: SimulationRow, now: string): Pick<Simulation, 'state' | 'failure'> => {
  if (state === 'running' && (heard_at ?? '') < lostBefore(now)) return { state: 'failed', failure: 'interrupted' }
  return { state, failure: state === 'failed' ? 'error' : null }
}

const warningsOf = ({ request, figures }: SimulationRow): DesignWarning[] => {
  const plan = planOfRequest(request)
  const ofDesign = plan.ok ? designWarnings(plan.value.design, request.sizes) : []
  if (figures === null) return [...ofDesign]
  const { trial_guesser, site_guesser, trial_certain, site_certain, unseeing_guesser } = figures.predictability
  const shares = {
    trial_guesser: trial_guesser.mean,
    site_guesser: site_guesser.mean,
    trial_certain: trial_certain?.mean ?? 0,
    site_certain: site_certain?.mean ?? 0,
    unseeing_guesser,
  }
  return [...ofDesign, ...guessWarnings(shares)]
}
