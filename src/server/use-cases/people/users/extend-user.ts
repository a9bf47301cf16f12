import { refusal } from '#contract/errors'
import type { extendUser as endpoint } from '#contract/user-accounts'
import { accepted, refused } from '#domain/outcome'
import { accountEnd } from '../../../ground/time/calendar'
import { appendAudit } from '../../../ground/db/audit-log'
import { withdrawAccountWarning } from '../../../ground/db/messages'
import { endSessionsOfUser } from '../../../ground/db/sessions'
import { lockUser, updateUserRow } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { changedEntry, withSessionsEnded } from './account-entries'
import { answerUser } from './answer-user'

/**
 * Extends an account to a year from now, unless it lasts longer already. Ends remaining sessions of an expired account, so that
 * extending it revives none.
 */
export const extendUser: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, parameters: { user_id }, now, request_id }, transaction) => {
    const before = await lockUser(transaction, user_id)
    if (!before) return refused(refusal('not_found'))
    const expires_at = accountEnd(now)
    if (before.expires_at !== null && before.expires_at < expires_at) {
      await updateUserRow(transaction, user_id, { expires_at }, now)
      await withdrawAccountWarning(transaction, user_id)
      const writing = { call: { actor, now, request_id }, view }
      const event = { kind: 'user_extended', description: `User ${user_id} extended: ${before.name}` } as const
      const entry = changedEntry(writing, event, before, { expires_at })
      const sessions = before.expires_at <= now ? await endSessionsOfUser(transaction, user_id, now) : null
      await appendAudit(transaction, sessions === null ? entry : withSessionsEnded(entry, sessions))
    }
    return accepted({ users: [user_id] })
  },

  answer: answerUser,
}
