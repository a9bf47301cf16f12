import type { listSignInNotices as endpoint } from '#contract/notices'
import { accepted } from '#domain/outcome'
import { findShownNotices } from '../../../ground/db/service-notices'
import type { ReadHandler } from '../../call/call'

/** The present notices that signed-out people may read. */
export const listSignInNotices: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted({ data: await findShownNotices(context.database.queries, now, { isSignIn: true }) })
