import { getAllocationList, listOwnAllocationLists } from '#contract/allocation-lists'
import { listDeviceActions } from '#contract/device-actions'
import { getMonthlyReport } from '#contract/monthly-report'
import { listWallViews } from '#contract/wall-views'
import { endpointQuery } from './endpoint-query'

/* What a part of one screen asks for: no route begins it, and no device stores it. */

const ofTrial = (trialId: number) => ({ parameters: { trial_id: String(trialId) } })

/** How the uploaded lists of a trial stand. */
export const allocationListQuery = (trialId: number) => endpointQuery(getAllocationList, ofTrial(trialId))

/** The trials whose list the person makes. */
export const ownAllocationListsQuery = endpointQuery(listOwnAllocationLists, {})

/** The actions on devices that did not reach the server, of one trial. */
export const deviceActionsQuery = (trialId: number) => endpointQuery(listDeviceActions, ofTrial(trialId))

/** The recipients of a trial's monthly report, and when it is sent. */
export const monthlyReportQuery = (trialId: number) => endpointQuery(getMonthlyReport, ofTrial(trialId))

/** The open wall views of a trial. */
export const wallViewsQuery = (trialId: number) => endpointQuery(listWallViews, ofTrial(trialId))
