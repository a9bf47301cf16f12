import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import type { revealSeed as endpoint } from '#contract/ledger'
import { accepted, refused } from '#domain/outcome'
import { mayRevealInStatus } from '#domain/trials/trial-status'
import { appendAudit } from '../../ground/db/audit-log'
import { storeReveal } from '../../ground/db/ledger'
import { findTrial, lockTrial } from '../../ground/db/trials'
import type { WriteHandler } from '../call/call'
import { queueSeedRevealed } from '../../ground/mail/announcements'
import { seedOf } from './secret-keys'
import { appendLedger } from './append-ledger'

/**
 * The only way in which a seed is disclosed: once no draw can use it any more, with a reason. The first time is
 * recorded in the ledger and announced to the trial's people, every time in the audit log. From then on downloads of the
 * ledger have the seed, and each is recorded too
 * (src/specification/rct-alloc-1.md#reveal).
 */
export const revealSeed: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const trial = await lockTrial(transaction, trial_id)
    if (!trial) return refused(refusal('not_found'))
    if (!mayRevealInStatus(trial.trial_status_id)) return refused(refusal('reveal_not_allowed'))
    const at = call.context.now()
    if (trial.seed_revealed_at === null) {
      await appendLedger(transaction, call.context, trial, [{ type: 'reveal', at }])
      await storeReveal(transaction, trial_id, at)
      await queueSeedRevealed(transaction, call.context, { trial, by: call.actor.name, at, reason: call.body.reason })
    }
    await appendAudit(
      transaction,
      auditEntry({ ...call, now: at }, call.view, {
        kind: 'seed_revealed',
        description: `Seed of trial ${trial_id} revealed`,
        reason: call.body.reason,
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ context, parameters }, transaction) => {
    const trial = await findTrial(transaction, parameters.trial_id)
    if (!trial) return refused(refusal('not_found'))
    return accepted({ seed_hex: Buffer.from(seedOf(context, trial)).toString('hex'), nonce_hex: trial.nonce_hex })
  },
}
