import type { listWallViews as endpoint } from '#contract/wall-views'
import { accepted } from '#domain/outcome'
import { findOpenWallViews } from '../../ground/db/wall-views'
import type { ReadHandler } from '../call/call'
import { shownWallView } from './shown-wall-view'

/** The open links with their authors; never the links themselves. */
export const listWallViews: ReadHandler<typeof endpoint> = async ({ context, parameters }) => {
  const views = await findOpenWallViews(context.database.queries, parameters.trial_id)
  return accepted({ data: views.map(shownWallView) })
}
