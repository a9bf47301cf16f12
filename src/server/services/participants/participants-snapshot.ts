import type { getParticipantsSnapshot as endpoint } from '#contract/participant-acts'
import { flagStatusOf } from '#domain/flagging'
import { accepted } from '#domain/outcome'
import { listForSnapshot } from '../../db/participants-snapshot'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'

/** What a device may keep of a trial's participants at the viewer's sites (OFFLINE, Never on the device): no group at all. */
export const participantsSnapshot: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters }) => {
  const { queries } = portal.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const rows = await listForSnapshot(queries, view.value.trial_id, view.value.sites)
  const data = rows.map(({ is_flagged, ...row }) => ({ ...row, flag_status: { name: flagStatusOf(is_flagged) } }))
  return accepted({ data })
}
