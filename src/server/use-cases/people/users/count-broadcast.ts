import type { countBroadcast as endpoint } from '#contract/message-broadcast'
import { accepted } from '#domain/outcome'
import { countAccounts } from '../../../ground/db/messages'
import type { ReadHandler } from '../../call/call'

/** The present number of recipients of a message to everybody. */
export const countBroadcast: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted({ count: await countAccounts(context.database.queries, now) })
