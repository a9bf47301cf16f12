import { useState } from 'react'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { useStore } from '../../../browser/store'
import type { DispenseReceipt } from './dispense-attempt'
import { receiptState, type ReceiptState } from './receipt-state'

/** What has become of a pack that was dispensed here, followed from one state to the next. */
export const useReceiptState = ({ action_id }: Pick<DispenseReceipt, 'action_id'>): ReceiptState => {
  // Found by its id, whoever is signed in just now: where nobody is, it is there all the same.
  const view = useStore(deviceOutbox.view)
  // The outbox forgets what is done after a day; what the server has said it has said.
  const [isRecorded, setIsRecorded] = useState(false)
  const state = receiptState({ action_id: isRecorded ? null : action_id }, view)
  if (state.kind === 'recorded' && !isRecorded) setIsRecorded(true)
  return state
}
