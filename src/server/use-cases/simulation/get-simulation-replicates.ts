import { refusal } from '#contract/errors'
import type { getSimulationReplicates as endpoint } from '#contract/simulations'
import { accepted, refused } from '#domain/outcome'
import { findReplicates } from '../../ground/db/simulations'
import type { ReadHandler } from '../call/call'

/** A line for each trial of a simulation; 404 for everybody but the one who asked for it. */
export const getSimulationReplicates: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const replicates = await findReplicates(context.database.queries, actor.user_id, parameters.simulation_id)
  return replicates ? accepted(replicates) : refused(refusal('not_found'))
}
