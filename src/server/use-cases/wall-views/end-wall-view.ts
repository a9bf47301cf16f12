import { refusal } from '#contract/errors'
import { endWallView as endpoint } from '#contract/wall-views'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { findOpenWallViews, findWallView, storeWallViewEnd } from '../../ground/db/wall-views'
import type { WriteHandler } from '../call/call'
import { lockWholeTrial } from '../trials/lock-whole-trial'
import { shownWallView } from './shown-wall-view'

/** Ends a wall view. An ended one stays unchanged, and nothing more is recorded. */
export const endWallView: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id, wall_view_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    if ((await findWallView(transaction, trial_id, wall_view_id)) === undefined) return refused(refusal('not_found'))
    const ended_at = call.context.now()
    const end = { id: wall_view_id, trial_id, ended_at, ended_by: call.actor.user_id }
    if (await storeWallViewEnd(transaction, end))
      await appendAudit(
        transaction,
        auditEntry({ ...call, now: ended_at }, locked.value.view, {
          kind: 'wall_view_ended',
          description: `Wall view ${wall_view_id} of trial ${trial_id} ended`,
          changes: [{ field: 'wall_view_id', old: wall_view_id, new: null }],
        }),
      )
    return accepted({ wall_views: [wall_view_id] })
  },

  answer: async ({ parameters }, transaction) => {
    const views = await findOpenWallViews(transaction, parameters.trial_id)
    return accepted({ data: views.map(shownWallView) })
  },
}
