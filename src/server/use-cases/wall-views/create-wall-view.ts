import { refusal } from '#contract/errors'
import { createWallView as endpoint } from '#contract/wall-views'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { appendAudit } from '../../ground/db/audit-log'
import { countWallViews, findWallView, insertWallView } from '../../ground/db/wall-views'
import { hashOf } from '../../ground/secrets/random-secret'
import { wallViewToken } from '../../ground/secrets/wall-view-token'
import type { WriteHandler } from '../call/call'
import { lockWholeTrial } from '../trials/lock-whole-trial'
import { shownWallView } from './shown-wall-view'
import { wallViewAddress } from './wall-view-address'

/** Makes a link that shows a trial's totals to anybody who has it. A repeat answers the same link. */
export const createWallView: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const created_at = call.context.now()
    const created_by = call.actor.user_id
    const place = (await countWallViews(transaction, trial_id)) + 1
    const token_hash = hashOf(wallViewToken(call.context.config.seed_key, { trial_id, place, created_at }))
    const id = await insertWallView(transaction, { trial_id, token_hash, created_at, created_by })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now: created_at }, locked.value.view, {
        kind: 'wall_view_created',
        description: `Wall view ${id} of trial ${trial_id} created`,
        changes: [{ field: 'wall_view_id', old: null, new: id }],
      }),
    )
    return accepted({ wall_views: [id] })
  },

  answer: async ({ context: { config }, parameters: { trial_id } }, transaction, { wall_views: [id = 0] = [] }) => {
    const view = await findWallView(transaction, trial_id, id)
    if (view === undefined) return refused(refusal('not_found'))
    const place = await countWallViews(transaction, trial_id, id)
    const token = wallViewToken(config.seed_key, { trial_id, place, created_at: view.created_at })
    return accepted({ ...shownWallView(view), address: wallViewAddress(config.public_url, token) })
  },
}
