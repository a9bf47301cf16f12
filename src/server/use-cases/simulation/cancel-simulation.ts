import { refusal } from '#contract/errors'
import type { cancelSimulation as endpoint } from '#contract/simulations'
import { accepted, refused } from '#domain/outcome'
import { cancelSimulation as cancel } from '../../ground/db/simulations'
import type { WriteHandler } from '../call/call'

/** Cancels a simulation that waits or runs; a finished one stays unchanged. 404 for everybody but its owner. */
export const cancelSimulation: WriteHandler<typeof endpoint> = {
  perform: async ({ context, actor, parameters }, transaction) => {
    const id = parameters.simulation_id
    if (!(await cancel(transaction, actor.user_id, id))) return refused(refusal('not_found'))
    context.database.transactions.afterCommit(() => context.simulations.drop('simulation', id))
    return accepted({ simulations: [id] })
  },

  answer: async () => accepted(undefined),
}
