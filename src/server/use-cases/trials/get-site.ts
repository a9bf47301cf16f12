import { refusal } from '#contract/errors'
import type { getSite as endpoint } from '#contract/sites'
import { accepted, refused } from '#domain/outcome'
import { reachesSite } from '#domain/people/permissions'
import { findTrial } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import { shownTrial } from './show-trial'

/** One site of a trial, as the trial itself shows it to this viewer. */
export const getSite: ReadHandler<typeof endpoint> = async ({ context, view, parameters }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial || !reachesSite(view.sites, parameters.site_id)) return refused(refusal('not_found'))
  const site = shownTrial(trial, view).sites.find(({ id }) => id === parameters.site_id)
  return site ? accepted(site) : refused(refusal('not_found'))
}
