import { pageOf } from '#contract/fields'
import type { listMessages as endpoint } from '#contract/messages'
import { accepted } from '#domain/outcome'
import { listMessages as listRows } from '../../../ground/db/trial-messages'
import type { ReadHandler } from '../../call/call'
import { shownMessage } from './show-message'

/** One page of a trial's emails about the sites that the viewer reaches: recipients and states. */
export const listMessages: ReadHandler<typeof endpoint> = async ({ context, view, query }) => {
  const { queries } = context.database
  const { trial_id, sites } = view
  const { rows, total } = await listRows(queries, { trial_id, sites, ...query })
  return accepted(pageOf(rows.map(shownMessage), query, total))
}
