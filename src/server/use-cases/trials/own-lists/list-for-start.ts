import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { ListStratum } from '#domain/randomisation/own-list'
import { findLists, type StoredList } from '../../../ground/db/allocation-lists'
import type { Queries } from '../../../ground/db/transaction'
import type { WholeTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { fitFault, NONE_IN_FORCE } from './fit-fault'
import { listFrameOf } from './list-frame'
import { contentOfList, listAtStart, waitingList } from './stored-lists'

export type ListForStart = { list: StoredList; strata: readonly ListStratum[] }

/** The list that a trial starts with: the last confirmed one, as far as it still fits the design. */
export const listForStart = async (
  queries: Queries,
  context: Pick<ServerContext, 'config'>,
  trial: WholeTrial,
): Promise<Outcome<ListForStart, Refusal>> => {
  const lists = await findLists(queries, trial.id)
  const list = listAtStart(lists)
  const frame = listFrameOf(trial)
  if (!list || !frame) return refused(refusal('status_change_not_allowed', { message: LIST_MISSING }))
  // It was made to take the place of the confirmed one, and could not once that is in force.
  if (waitingList(lists)) return refused(refusal('status_change_not_allowed', { message: LATER_LIST_WAITS }))
  const content = contentOfList(context, trial, list)
  const fault = fitFault(content, NONE_IN_FORCE, frame, trial.sample_size)
  return fault === null
    ? accepted({ list, strata: content.strata })
    : refused(refusal('status_change_not_allowed', { message: fault }))
}

/** The message where a trial by an uploaded list has none that may be used. */
const LIST_MISSING = 'The trial cannot start before its list of allocations is uploaded and confirmed'

/** The message where a later list was uploaded than the one that was confirmed. */
const LATER_LIST_WAITS =
  'A later list waits for confirmation. Confirm it before the trial starts, or have another one uploaded'
