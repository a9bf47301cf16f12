import { refusal } from '#contract/errors'
import type { getTrial as endpoint } from '#contract/trials'
import { accepted, refused } from '#domain/outcome'
import { findTrial } from '../../db/trials'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { shownTrial } from './show-trial'

/** One trial as its viewer may see it. */
export const getTrial: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const view = await authoriseInTrial(context.database.queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const trial = await findTrial(context.database.queries, parameters.trial_id)
  return trial ? accepted(shownTrial(trial, view.value)) : refused(refusal('not_found'))
}
