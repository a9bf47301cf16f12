import type { listShownNotices as endpoint } from '#contract/notices'
import { accepted } from '#domain/outcome'
import { findShownNotices } from '../../../ground/db/service-notices'
import type { ReadHandler } from '../../call/call'

/** The notices of this moment, the same for everybody who is signed in; which of them a person dismissed, their settings say. */
export const listShownNotices: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted({ data: await findShownNotices(context.database.queries, now, { isSignIn: false }) })
