import { invalidFields, refusal } from '#contract/errors'
import type { startSimulation as endpoint } from '#contract/simulations'
import { accepted, refused } from '#domain/outcome'
import { countSimulationsUnderWay, insertSimulation } from '../../ground/db/simulations'
import type { WriteHandler } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { planOfRequest } from './plan-of-request'
import { lostBefore } from './lost-before'

/** Simulations of one person that wait or are under way at a time: as many as are compared side by side. */
const MAX_UNDER_WAY = 6

/** Stores a simulation to be started as soon as there is room for it. No trial is read or written. */
export const startSimulation: WriteHandler<typeof endpoint> = {
  perform: async ({ context, actor, body, now }, transaction) => {
    const { seed, ...plan } = body
    const possible = planOfRequest(plan)
    if (!possible.ok) return refused(invalidFields(possible.refusal))
    const underWay = await countSimulationsUnderWay(transaction, actor.user_id, lostBefore(now))
    if (underWay >= MAX_UNDER_WAY) return refused(refusal('too_many_simulations'))
    const id = await insertSimulation(transaction, {
      user_id: actor.user_id,
      request: JSON.stringify(plan),
      seed: seed ?? newSeed(context),
      created_at: now,
    })
    context.database.transactions.afterCommit(context.simulations.wake)
    return accepted({ simulations: [id] })
  },

  answer: async (_call, _transaction, { simulations: [id = 0] = [] }) => accepted({ id }),
}

/** A seed for the simulations' own generator. */
export const newSeed = ({ randomBytes }: ServerContext): number => Buffer.from(randomBytes(4)).readUInt32BE()
