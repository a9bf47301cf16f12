import { auditEntry } from '../../ground/audit/audit-entry'
import { refusal } from '#contract/errors'
import { openSite as endpoint } from '#contract/sites'
import { accepted, refused } from '#domain/outcome'
import { reachesSite } from '#domain/people/permissions'
import { awaitsOpening } from '#domain/trials/site'
import { appendAudit } from '../../ground/db/audit-log'
import { storeSiteOpening } from '../../ground/db/sites'
import type { WriteHandler } from '../call/call'
import { queueSiteOpened } from '../../ground/mail/announcements'
import { refuseNamedGroup } from '../call/refuse-named-group'
import { answerTrial } from './answer-trial'
import { lockWholeTrial } from './lock-whole-trial'

/**
 * Opens a site of a trial that opens them one by one, under the trial's lock: a randomisation there is before or after.
 */
export const openSite: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id, site_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    const site = trial.sites.find(({ id }) => id === site_id)
    if (!site || !reachesSite(view.sites, site_id)) return refused(refusal('not_found'))
    if (!awaitsOpening(trial, site)) return refused(refusal('opening_not_awaited'))
    const { reason } = call.body
    const writer = { actor: call.actor, view }
    const unnamed = await refuseNamedGroup(transaction, writer, [{ field: 'reason', called: 'reason', text: reason }])
    if (!unnamed.ok) return unnamed
    const now = call.context.now()
    await storeSiteOpening(transaction, site, { opened_at: now, opened_by: call.actor.user_id })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'site_opened',
        description: `Site ${site.title} of trial ${trial_id} opened`,
        changes: [{ field: 'site_id', old: null, new: site_id }],
        reason,
      }),
    )
    await queueSiteOpened(transaction, call.context, { trial, site, reason, by: call.actor.name, at: now })
    return accepted({ trials: [trial_id] })
  },

  answer: async (call, transaction) => answerTrial(transaction, call.actor, call.parameters.trial_id),
}
