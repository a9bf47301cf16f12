import type { countBroadcast as endpoint } from '#contract/message-broadcast'
import { accepted } from '#domain/outcome'
import { countAccounts } from '../../db/messages'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem } from '../authorise'

/** To how many people a message to everybody would go now. */
export const countBroadcast: ReadHandler<typeof endpoint> = async ({ context, actor, now }) => {
  const permission = authoriseInSystem(actor, 'manageUsers')
  if (!permission.ok) return permission
  return accepted({ count: await countAccounts(context.database.queries, now) })
}
