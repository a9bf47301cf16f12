import type { listOwnAllocationLists as endpoint, OwnAllocationList } from '#contract/allocation-lists'
import { accepted } from '#domain/outcome'
import { findAuthoredTrials } from '../../../ground/db/allocation-lists'
import type { ReadHandler } from '../../call/call'
import { showOwnList } from './show-own-list'

/** The trials whose list the person makes at present. */
export const listOwnAllocationLists: ReadHandler<typeof endpoint> = async ({ context, actor }) => {
  const { queries } = context.database
  const { user_id } = actor
  const trials = (await findAuthoredTrials(queries, [user_id])).get(user_id) ?? []
  const data: OwnAllocationList[] = []
  for (const trial_id of trials) {
    // oxlint-disable-next-line no-await-in-loop -- Somebody makes the lists of few trials.
    const shown = await showOwnList(queries, context, { trial_id, user_id })
    if (shown.ok) data.push(shown.value)
  }
  return accepted({ data })
}
