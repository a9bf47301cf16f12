import { refusal } from '#contract/errors'
import type { getTrial as endpoint } from '#contract/trials'
import { accepted, refused } from '#domain/outcome'
import { findTrial } from '../../db/trials'
import type { ReadHandler } from '../../http/call'
import { viewOfTrial } from '../authorise'
import { shownTrial } from './show-trial'

/** One trial as its viewer may see it. */
export const getTrial: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters }) => {
  const view = await viewOfTrial(portal.database.queries, actor, parameters.trial_id)
  if (!view.ok) return view
  const trial = await findTrial(portal.database.queries, parameters.trial_id)
  return trial ? accepted(shownTrial(trial, view.value)) : refused(refusal('not_found'))
}
