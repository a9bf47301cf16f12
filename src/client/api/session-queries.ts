import { api } from '#contract/api'
import { endpointQuery } from './endpoint-query'

/** What this installation is. It does not change while the page is open. */
export const appInstanceQuery = { ...endpointQuery(api.getAppInstance, {}), staleTime: Infinity, gcTime: Infinity }

/** The person who is signed in. The header has no place to show a failure, so the global dialog does. */
export const meQuery = { ...endpointQuery(api.getMe, {}), meta: { isFailureShownInPlace: false } }

/** What the person may do in the system as a whole. */
export const systemPermissionQuery = endpointQuery(api.getSystemPermission, {})

/** What the person may do in one trial. */
export const trialPermissionQuery = (trialId: number) =>
  endpointQuery(api.getTrialPermission, { parameters: { trial_id: String(trialId) } })

/** The sites of a trial at which the person may randomise, by title. */
export const permittedSitesQuery = (trialId: number) =>
  endpointQuery(api.getPermittedSites, { parameters: { trial_id: String(trialId) } })
