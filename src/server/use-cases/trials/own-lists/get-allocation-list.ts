import type { getAllocationList as endpoint } from '#contract/allocation-lists'
import type { ReadHandler } from '../../call/call'
import { showAllocationList } from './show-allocation-list'

/** How the uploaded lists of a trial stand. */
export const getAllocationList: ReadHandler<typeof endpoint> = async ({ context, parameters }) =>
  showAllocationList(context.database.queries, context, parameters.trial_id)
