import type { getUser as endpoint } from '#contract/users'
import type { ReadHandler } from '../../call/call'
import { answerUser } from './answer-user'

/** One user of the service. */
export const getUser: ReadHandler<typeof endpoint> = async (call) =>
  answerUser(call, call.context.database.queries, { users: [call.parameters.user_id] })
