import type { listShownNotices as endpoint } from '#contract/notices'
import { accepted } from '#domain/outcome'
import { findShownNotices } from '../../../ground/db/service-notices'
import type { ReadHandler } from '../../call/call'

/** The present notices, the same for every signed-in person; the person's settings have the dismissed ones. */
export const listShownNotices: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted({ data: await findShownNotices(context.database.queries, now, { isSignIn: false }) })
