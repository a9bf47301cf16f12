import { listOwnSessions, showAssociation } from '#contract/identity'
import { endpointQuery } from './endpoint-query'

/** The invited person, by the secret of the invitation's link. */
export const invitationQuery = (token: string) => endpointQuery(showAssociation, { query: { token } })

/** The sessions of the signed-in person. */
export const ownSessionsQuery = endpointQuery(listOwnSessions, {})
