import { getDesk } from '#contract/desk'
import { endpointQuery } from './endpoint-query'

/** How the trials stand that the viewer runs, and what needs a decision. */
export const deskQuery = endpointQuery(getDesk, {})
