import { getDesk } from '#contract/desk'
import { endpointQuery } from './endpoint-query'

/** The state of the trials that the viewer runs, and the decisions that wait. */
export const deskQuery = endpointQuery(getDesk, {})
