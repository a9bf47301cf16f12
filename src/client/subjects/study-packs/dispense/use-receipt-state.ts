import { useState } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { useStore } from '../../../browser/store'
import type { DispenseReceipt } from './dispense-attempt'
import { receiptState, type ReceiptState } from './receipt-state'

/** The state of a pack that was dispensed on this device, followed from one to the next. */
export const useReceiptState = ({ action_id }: Pick<DispenseReceipt, 'action_id'>): ReceiptState => {
  // Found by its id, whoever is signed in: also while nobody is.
  const view = useStore(deviceOutbox.view)
  // The outbox deletes done actions after a day; a recorded one stays recorded.
  const [isRecorded, setIsRecorded] = useState(false)
  const state = receiptState({ action_id: isRecorded ? null : action_id }, view)
  if (state.kind === 'recorded' && !isRecorded) setIsRecorded(true)
  return state
}
