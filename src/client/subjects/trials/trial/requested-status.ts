import { createStore } from '../../../browser/store'

/** A request from another page to open the dialog that changes a trial's status. */
type RequestedStatus = {
  trial_id: number
  /** The status that was chosen already, or null. */
  status_id: number | null
}

export const requestedStatus = createStore<RequestedStatus | null>(null)

export const requestStatusChange = (trialId: number, statusId: number | null): void =>
  requestedStatus.set({ trial_id: trialId, status_id: statusId })

/** Drops the request for this trial; another trial's page may be about to open its own. */
export const dropRequestOf = (trialId: number): void => {
  if (requestedStatus.get()?.trial_id === trialId) requestedStatus.set(null)
}
