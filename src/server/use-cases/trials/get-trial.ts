import { refusal } from '#contract/errors'
import type { getTrial as endpoint } from '#contract/trials'
import { accepted, refused } from '#domain/outcome'
import { findTrial } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import { shownTrial } from './show-trial'

/** One trial as its viewer may see it. */
export const getTrial: ReadHandler<typeof endpoint> = async ({ context, view, parameters }) => {
  const trial = await findTrial(context.database.queries, parameters.trial_id)
  return trial ? accepted(shownTrial(trial, view)) : refused(refusal('not_found'))
}
