import { refusal } from '#contract/errors'
import { confirmDesign as endpoint } from '#contract/design-confirmation'
import { confirmationRefusal, DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { insertDesignConfirmation } from '../../ground/db/design-confirmations'
import type { WriteHandler } from '../call/call'
import { lockWholeTrial } from './lock-whole-trial'
import { showDesignConfirmation } from './show-design-confirmation'
import { findCurrentDesign } from './find-current-design'

/**
 * Confirms a design in its present state, by another person than the one who changed it last
 * (src/decisions/0018-two-brakes-before-randomising.md).
 */
export const confirmDesign: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const { user_id } = call.actor
    const { design, confirmed } = await findCurrentDesign(transaction, trial)
    const code = confirmationRefusal(design, confirmed, { user_id, shown_version: call.body.design_version })
    if (code !== null) return refused(refusal(code))
    const { design_version, design_hash } = design
    const meaning = DESIGN_CONFIRMED_MEANING
    // The time under the lock, so that the order of times is the order of events.
    const now = call.context.now()
    await insertDesignConfirmation(transaction, {
      trial_id,
      design_version,
      design_hash,
      confirmed_by: user_id,
      confirmed_at: now,
      meaning,
    })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'design_confirmed',
        description: `Design ${design_version} of trial ${trial_id} confirmed: ${meaning}`,
        // Not its hash: a blinded reader of the log could try designs until one fits.
        changes: [{ field: 'design_version', old: null, new: design_version }],
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ view, parameters }, transaction) =>
    showDesignConfirmation(transaction, parameters.trial_id, view.permission),
}
