import type { listNotices as endpoint } from '#contract/notices'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { writtenNotices } from './written-notices'

/** The notices that are shown or will be. */
export const listNotices: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted(await writtenNotices(context.database.queries, now))
