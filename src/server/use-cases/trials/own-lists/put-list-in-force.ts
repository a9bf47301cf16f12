import type { DesignOf } from '#domain/randomisation/design'
import { isListStateOf, keyOfListStratum, placesLeft, withRows, type ListStratum } from '#domain/randomisation/own-list'
import { insertListNotices, recordList } from '../../../ground/db/allocation-lists'
import { findDrawStates, storeDrawStates } from '../../../ground/db/draw-states'
import type { Transaction } from '../../../ground/db/transaction'
import type { WholeTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { sealedDrawState, storedDrawState } from '../stored-draw-states'
import { appendLedger } from '../append-ledger'

type ConfirmedList = { readonly id: number; readonly number: number; readonly hash: string }

/**
 * Records a confirmed list in the ledger and lays its rows behind those that its strata have left, sealed as draw states are. The
 * trial must be as it is stored, under its lock, with an open ledger. Answers it with the head that its ledger then has.
 */
export const putListInForce = async (
  transaction: Transaction,
  context: ServerContext,
  trial: WholeTrial,
  design: DesignOf<'list'>,
  { list, strata, now }: { list: ConfirmedList; strata: readonly ListStratum[]; now: string },
): Promise<WholeTrial> => {
  const { id, number, hash } = list
  const end = await appendLedger(transaction, context, trial, [{ type: 'list', at: now, number, hash }])
  await recordList(transaction, id, end.ledger_length)
  const keyed = strata.map((stratum) => ({ key: keyOfListStratum(design, trial.epoch, stratum), cells: stratum.cells }))
  const sealed = await findDrawStates(
    transaction,
    trial.id,
    keyed.map(({ key }) => key),
  )
  const states = keyed.map(({ key, cells }) => {
    const stored = storedDrawState(context, trial, sealed, key)
    const before = isListStateOf(design, stored) ? stored : null
    return { key, isFurther: before !== null, state: withRows(before, cells) }
  })
  await storeDrawStates(
    transaction,
    trial.id,
    states.map(({ key, state }) => sealedDrawState(context, trial, key, state)),
  )
  // Whether a stratum still has few places depends on its rows in all lists, not on when the last list came.
  const further = states.filter(({ isFurther }) => isFurther)
  await insertListNotices(
    transaction,
    further.map(({ key, state }) => ({
      trial_id: trial.id,
      stratum_key: key,
      places_left: placesLeft(state),
      noticed_at: now,
    })),
  )
  return { ...trial, ...end }
}
