import { inTrial } from '#contract/needs'
import { randomiseParticipant as endpoint } from '#contract/participants'
import { accepted, refused } from '#domain/outcome'
import { CommitOutcomeUnknown, isDatabaseAway, isDeadlock } from '../../ground/db/database-away'
import { aheadOfKeyClock } from '../call/idempotency-keys'
import { waitForKey } from '../call/wait-for-key'
import type { SelfKeyedHandler } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { createBatchQueue } from '../../ground/batch-queue'
import { authorise, viewIn } from '../call/authorise'
import { GROUP_CLOSES, KEY_IN_USE } from './allocate-batch'
import { randomiseBatch, type RandomiseJob, type RandomiseResult } from './randomise-batch'
import { shownAllocations } from './show-participant'
import type { TrialSetupCache } from './trial-setup'

/** How many requests share one batch at a trial. */
const MAX_BATCH_SIZE = 32

const PRELIMINARY_CHECK = { needs: inTrial(endpoint.needs.can) }

/**
 * Randomises participants: the only way in which a group is ever allocated. Keys are checked under the trial's lock,
 * where no request waits for one: a request whose key is in use leaves the batch, waits for the key without any lock,
 * and queues again.
 */
export const randomiseParticipant = (context: ServerContext): SelfKeyedHandler<typeof endpoint> => {
  const setupCache: TrialSetupCache = new Map()
  const queue = createBatchQueue<number, RandomiseJob, RandomiseResult>({
    perform: randomiseBatch(context, setupCache),
    maxBatchSize: MAX_BATCH_SIZE,
    // A possibly committed request is left to its key: its person sends it again, and gets the stored answer. While the
    // database is away, retrying each alone would only delay everybody.
    mayRepeat: (error) => isDeadlock(error) || !(error instanceof CommitOutcomeUnknown || isDatabaseAway(error)),
  })
  context.metrics?.watchQueue(queue.waiting)
  return async (call) => {
    const { user_id } = call.actor
    const { trial_id } = call.parameters
    // A preliminary check by the cached trial, whose settings may have changed since: its refusal is confirmed by the
    // stored one, and everybody is judged again under the lock.
    const cachedTrial = setupCache.get(trial_id)?.trial
    if (!cachedTrial || !viewIn(cachedTrial, call.actor, endpoint.needs.can).ok) {
      const view = await authorise(context.database.queries, PRELIMINARY_CHECK, call)
      if (!view.ok) return view
    }
    const ahead_ms = await aheadOfKeyClock(context, call.idempotency_key)
    for (;;) {
      const result = await queue.enqueue(trial_id, { call, ahead_ms })
      if (result.ok) {
        const { row, replayed } = result.value
        return accepted({ answer: { data: shownAllocations(row, result.value.view) }, replayed })
      }
      if (result.refusal === GROUP_CLOSES) continue
      if (result.refusal !== KEY_IN_USE) return refused(result.refusal)
      if (call.idempotency_key !== null) await waitForKey(context, user_id, call.idempotency_key)
    }
  }
}
