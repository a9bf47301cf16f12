import type { AllocationList } from '#contract/allocation-lists'
import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { nameOfStratum, type ListFrame } from '#domain/randomisation/lists/list-rows'
import { isListStateOf, keyOfListStratum, placesLeft, type ListStratum } from '#domain/randomisation/own-list'
import { findListAuthor, findLists, type StoredList } from '../../../ground/db/allocation-lists'
import { findDrawStates } from '../../../ground/db/draw-states'
import type { Queries } from '../../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { joinedName } from '../../../ground/stored-names'
import { storedDrawState } from '../stored-draw-states'
import { listFrameOf } from './list-frame'
import { contentOfList, strataInForce, waitingList } from './stored-lists'

/** How the lists of a trial stand: whose they are, which wait or are in force, and how many places are left. Never a row. */
export const showAllocationList = async (
  queries: Queries,
  context: ServerContext,
  trialId: number,
): Promise<Outcome<AllocationList, Refusal>> => {
  const trial = await findTrial(queries, trialId)
  if (!trial) return refused(refusal('not_found'))
  const frame = listFrameOf(trial)
  const author = await findListAuthor(queries, trialId)
  const lists = await findLists(queries, trialId)
  const waiting = waitingList(lists)
  return accepted({
    is_used: frame !== null,
    author: author ? { id: author.user_id, name: author.name } : null,
    lists: lists.map((list) => ({
      ...shownUpload(list),
      uploaded_by: { id: list.uploaded_by, name: list.uploaded_by_name },
      confirmed_by: confirmerOf(list),
    })),
    strata: frame ? await strataLeft(queries, context, trial, frame, strataInForce(context, trial, lists)) : [],
    waiting:
      frame && waiting
        ? {
            number: waiting.number,
            hash: waiting.hash,
            strata: contentOfList(context, trial, waiting).strata.map((stratum) => ({
              stratum: nameOfStratum(stratum, frame),
              rows: stratum.cells.length,
            })),
          }
        : null,
  })
}

const confirmerOf = ({ confirmed_by, confirmed_by_name }: StoredList) =>
  confirmed_by === null ? null : { id: confirmed_by, name: joinedName(confirmed_by_name, `user ${confirmed_by}`) }

/** What anybody who has to do with a list is shown of it. */
export const shownUpload = ({ number, uploaded_at, hash, num_rows, confirmed_at, record_no }: StoredList) => ({
  number,
  uploaded_at,
  hash,
  rows: num_rows,
  confirmed_at,
  is_in_force: record_no !== null,
})

const strataLeft = async (
  queries: Queries,
  context: ServerContext,
  trial: WholeTrial,
  frame: ListFrame,
  strata: readonly ListStratum[],
): Promise<AllocationList['strata']> => {
  const keyed = strata.map((stratum) => ({ stratum, key: keyOfListStratum(frame.design, trial.epoch, stratum) }))
  const sealed = await findDrawStates(
    queries,
    trial.id,
    keyed.map(({ key }) => key),
  )
  return keyed.map(({ stratum, key }) => {
    const state = storedDrawState(context, trial, sealed, key)
    return {
      stratum: nameOfStratum(stratum, frame),
      rows: stratum.cells.length,
      places_left: isListStateOf(frame.design, state) ? placesLeft(state) : 0,
    }
  })
}
