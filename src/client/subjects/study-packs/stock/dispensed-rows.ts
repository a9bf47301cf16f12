import type { StoredAction } from '#contract/stored-action'
import type { OutboxState } from '#offline/outbox-item'
import { effectOf } from '#offline/offline-actions'
import { shortTitle } from '../../../ui/short-title'
import type { InventoryOf } from '../queue/use-inventories'

/** A pack that was dispensed on this device, and its state at the server. */
export type DispensedRow = {
  key: string
  pack: { id: number; pack_id: string }
  trial: { id: number; name: string; zone: string }
  /** Null where the participant is unknown. */
  participant: number | null
  performed_at: string
  state: 'saved' | 'waiting' | 'refused'
}

/** The packs that the viewer dispensed on this device within the last day, the last one first. */
export const dispensedRows = (
  own: readonly StoredAction[],
  inventories: readonly Pick<InventoryOf, 'trial' | 'packs'>[],
): DispensedRow[] =>
  own
    .filter(({ kind }) => kind === 'dispense')
    .flatMap((action) => rowsOf(action, inventories))
    .toSorted((one, other) => other.performed_at.localeCompare(one.performed_at))

/** Null where there is no row. */
const ROW_STATES: Record<OutboxState, DispensedRow['state'] | null> = {
  waiting: 'waiting',
  sending: 'waiting',
  held: 'waiting',
  attention: 'refused',
  done: 'saved',
  discarded: null,
}

const rowsOf = (action: StoredAction, inventories: readonly Pick<InventoryOf, 'trial' | 'packs'>[]): DispensedRow[] => {
  const inventory = inventories.find(({ trial }) => trial.id === action.trial.id)
  const { id, performed_at, state } = action
  const rowState = ROW_STATES[state]
  if (rowState === null) return []
  return (effectOf(action).dispensed ?? []).flatMap((packId) => {
    const pack = inventory?.packs?.find((one) => one.id === packId)
    if (inventory === undefined || pack === undefined) return []
    const { trial } = inventory
    return {
      key: `${id} ${packId}`,
      pack: { id: packId, pack_id: pack.pack_id },
      trial: { id: trial.id, name: shortTitle(trial.title).name, zone: trial.selected_timezone },
      participant: pack.participant?.trial_sequence_no ?? null,
      performed_at,
      state: rowState,
    }
  })
}
