import { listNotices, listShownNotices, listSignInNotices } from '#contract/notices'
import { endpointQuery } from './endpoint-query'

/** How often an open page asks for notices, in milliseconds. */
const EVERY_MS = 5 * 60_000

/** The notices that are shown now to whoever is signed in. */
export const shownNoticesQuery = {
  ...endpointQuery(listShownNotices, {}),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS,
}

/** The notices that are shown now where one signs in. */
export const signInNoticesQuery = { ...endpointQuery(listSignInNotices, {}), refetchInterval: EVERY_MS }

/** The notices that are shown or will be, for those who write them. */
export const writtenNoticesQuery = endpointQuery(listNotices, {})
