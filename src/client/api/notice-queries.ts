import { listNotices, listShownNotices, listSignInNotices } from '#contract/notices'
import { endpointQuery } from './endpoint-query'

/** How often an open page asks for notices, in milliseconds. */
const EVERY_MS = 5 * 60_000

/** The notices that signed-in people see now. */
export const shownNoticesQuery = {
  ...endpointQuery(listShownNotices, {}),
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS,
}

/** The notices that the sign-in page shows now. */
export const signInNoticesQuery = { ...endpointQuery(listSignInNotices, {}), refetchInterval: EVERY_MS }

/** The present and future notices, for those who write them. */
export const writtenNoticesQuery = endpointQuery(listNotices, {})
