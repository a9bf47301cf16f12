import { getAppInstance } from '#contract/app-instance'
import { getMe, getPermittedSites, getSystemPermission, getTrialPermission } from '#contract/session'
import { endpointQuery } from './endpoint-query'

/** The settings of this installation, which do not change while the page is open. */
export const appInstanceQuery = { ...endpointQuery(getAppInstance, {}), staleTime: Infinity, gcTime: Infinity }

/** The signed-in person. The header has no place for a failure, so the global dialog shows it. */
export const meQuery = { ...endpointQuery(getMe, {}), meta: { isFailureShownInPlace: false } }

/** The person's permission in the system as a whole. */
export const systemPermissionQuery = endpointQuery(getSystemPermission, {})

/** What the person may do in one trial. */
export const trialPermissionQuery = (trialId: number) =>
  endpointQuery(getTrialPermission, { parameters: { trial_id: String(trialId) } })

/** The person's permission in one trial. */
export const permittedSitesQuery = (trialId: number) =>
  endpointQuery(getPermittedSites, { parameters: { trial_id: String(trialId) } })
