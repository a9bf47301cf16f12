import type { countBroadcast as endpoint } from '#contract/message-broadcast'
import { accepted } from '#domain/outcome'
import { countAccounts } from '../../../ground/db/messages'
import type { ReadHandler } from '../../call/call'

/** To how many people a message to everybody would go now. */
export const countBroadcast: ReadHandler<typeof endpoint> = async ({ context, now }) =>
  accepted({ count: await countAccounts(context.database.queries, now) })
