import { getAppInstance, type AppInstance } from '#contract/app-instance'
import { listOwnSessions, showAssociation } from '#contract/identity'
import { getMe, getPermittedSites, getSystemPermission, getTrialPermission } from '#contract/session'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query'

/** The settings of this installation, which do not change while the page is open. */
export const appInstanceQuery = {
  ...endpointQuery(getAppInstance, {}),
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
}

/** The installation's settings. The shell shows no page without them, so they are always there. */
export const useAppInstance = (): AppInstance => useSuspenseQuery(appInstanceQuery).data

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

/** The invited person, by the secret of the invitation's link. */
export const invitationQuery = (token: string) => endpointQuery(showAssociation, { query: { token } })

/** The sessions of the signed-in person. */
export const ownSessionsQuery = endpointQuery(listOwnSessions, {})
