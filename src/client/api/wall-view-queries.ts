import { listWallViews } from '#contract/wall-views'
import { endpointQuery } from './endpoint-query'

/** The open wall views of a trial. */
export const wallViewsQuery = (trialId: number) =>
  endpointQuery(listWallViews, { parameters: { trial_id: String(trialId) } })
