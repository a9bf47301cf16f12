import { api } from '#contract/api'
import { endpointQuery } from './endpoint-query'

/** The state of the service, for its administrators. */
export const serviceStatusQuery = endpointQuery(api.getServiceStatus, {})
