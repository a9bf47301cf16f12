import { getAppInstance } from '#contract/app-instance'
import { getMe, getPermittedSites, getSystemPermission, getTrialPermission } from '#contract/session'
import { endpointQuery } from './endpoint-query'

/** What this installation is. It does not change while the page is open. */
export const appInstanceQuery = { ...endpointQuery(getAppInstance, {}), staleTime: Infinity, gcTime: Infinity }

/** The person who is signed in. The header has no place to show a failure, so the global dialog does. */
export const meQuery = { ...endpointQuery(getMe, {}), meta: { isFailureShownInPlace: false } }

/** What the person may do in the system as a whole. */
export const systemPermissionQuery = endpointQuery(getSystemPermission, {})

/** What the person may do in one trial. */
export const trialPermissionQuery = (trialId: number) =>
  endpointQuery(getTrialPermission, { parameters: { trial_id: String(trialId) } })

/** The sites of a trial at which the person may randomise, by title. */
export const permittedSitesQuery = (trialId: number) =>
  endpointQuery(getPermittedSites, { parameters: { trial_id: String(trialId) } })
