import { listDeviceActions } from '#contract/device-actions'
import { endpointQuery } from './endpoint-query'

/** The actions of devices that did not reach the server, of one trial. */
export const deviceActionsQuery = (trialId: number) =>
  endpointQuery(listDeviceActions, { parameters: { trial_id: String(trialId) } })
