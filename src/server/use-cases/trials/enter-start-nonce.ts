import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import type { enterStartNonce as endpoint } from '#contract/ledger'
import { accepted, refused } from '#domain/outcome'
import { PLANNING } from '#domain/trials/trial-status'
import { appendAudit } from '../../ground/db/audit-log'
import { storeStartNonce } from '../../ground/db/ledger'
import { findTrial, lockTrial } from '../../ground/db/trials'
import type { WriteHandler } from '../call/call'
import { shownTrial } from './show-trial'

/**
 * Stores a number of the statistician's own, once, while the trial is planning: the author of the seed cannot have
 * known it, and the statistician has seen the commitment (src/specification/rct-alloc-1.md#seed-and-commitment).
 */
export const enterStartNonce: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const trial = await lockTrial(transaction, trial_id)
    if (!trial) return refused(refusal('not_found'))
    if (trial.trial_status_id !== PLANNING || trial.nonce_hex !== null) return refused(refusal('nonce_not_accepted'))
    await storeStartNonce(transaction, trial_id, call.body.nonce_hex)
    await appendAudit(
      transaction,
      auditEntry({ ...call, now: call.context.now() }, call.view, {
        kind: 'start_nonce_entered',
        description: `Start nonce entered in trial ${trial_id}`,
        // Not the number itself: some readers of the log may not see it.
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ view, parameters }, transaction) => {
    const trial = await findTrial(transaction, parameters.trial_id)
    return trial ? accepted(shownTrial(trial, view)) : refused(refusal('not_found'))
  },
}
