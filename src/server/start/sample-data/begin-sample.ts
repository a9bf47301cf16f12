import { accepted } from '#domain/outcome'
import { inTransaction } from '../../ground/db/transaction'
import { lockPermissions } from '../../ground/db/user-permissions'
import type { ServerContext } from '../../use-cases/call/server-context'
import { insertSamplePeople } from './insert-sample-people'
import { insertSampleTrial } from './insert-sample-trial'
import { sampleActor } from './sample-call'
import { lockSample } from './sample-lock'
import { sampleTrials } from './sample-trials'

/**
 * Stores the people and the trials of the sample where the database has no people yet. Returns the instant at which the
 * sample was begun, now or by an interrupted start, or null where there is nothing to load.
 */
export const beginSample = async (context: ServerContext): Promise<string | null> => {
  const begun = await inTransaction(context.database, async (transaction) => {
    const state = await lockSample(transaction)
    if (state.is_complete) return accepted(null)
    if (state.begun_at !== null) {
      context.log.info('The sample data is incomplete. Continuing to load it')
      return accepted(state.begun_at)
    }
    if (state.has_people) return accepted(null)
    // Some of its trials are protected, and creating such a one takes this lock, which comes before those of trials.
    await lockPermissions(transaction)
    const now = context.now()
    const trials = sampleTrials(now)
    context.log.info(`Loading the sample data: ${trials.length} trials`)
    const people = await insertSamplePeople(transaction, now)
    const administrator = await sampleActor(transaction, 'administrator')
    for (const trial of trials) await insertSampleTrial(transaction, context, people, administrator, trial)
    return accepted(now)
  })
  return begun.ok ? begun.value : null
}
