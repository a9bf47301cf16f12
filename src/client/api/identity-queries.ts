import { listOwnSessions, showAssociation } from '#contract/identity'
import { endpointQuery } from './endpoint-query'

/** Whom an invitation is for, by the secret of its link. */
export const invitationQuery = (token: string) => endpointQuery(showAssociation, { query: { token } })

/** Where one is signed in. */
export const ownSessionsQuery = endpointQuery(listOwnSessions, {})
