import { refusal } from '#contract/errors'
import type { setUserActive as endpoint } from '#contract/user-accounts'
import { accepted, refused } from '#domain/outcome'
import { appendAudit } from '../../../ground/db/audit-log'
import { endSessionsOfUser } from '../../../ground/db/sessions'
import { lockPermissions } from '../../../ground/db/user-permissions'
import { lockUser, updateUserRow } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { changedEntry, withSessionsEnded } from './account-entries'
import { answerUser } from './answer-user'
import { keepAdministrator } from './keep-administrator'

/**
 * Marks a user active or inactive and ends all their sessions, so that none is revived later. Refused for one's own account,
 * since nobody could undo it, and for the last system administrator's.
 */
export const setUserActive: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, body: { is_active }, parameters: { user_id }, now, request_id }, transaction) => {
    if (user_id === actor.user_id && !is_active) return refused(refusal('own_account'))
    if (!is_active) {
      await lockPermissions(transaction)
      const outcome = await keepAdministrator(transaction, user_id, now)
      if (!outcome.ok) return outcome
    }
    const before = await lockUser(transaction, user_id)
    if (!before) return refused(refusal('not_found'))
    if (before.is_active !== is_active) {
      await updateUserRow(transaction, user_id, { is_active }, now)
      const writing = { call: { actor, now, request_id }, view }
      const event = is_active
        ? ({ kind: 'user_activated', description: `User ${user_id} marked active: ${before.name}` } as const)
        : ({ kind: 'user_deactivated', description: `User ${user_id} marked inactive: ${before.name}` } as const)
      const entry = changedEntry(writing, event, before, { is_active })
      const sessions = is_active ? null : await endSessionsOfUser(transaction, user_id, now)
      await appendAudit(transaction, sessions === null ? entry : withSessionsEnded(entry, sessions))
    }
    return accepted({ users: [user_id] })
  },

  answer: answerUser,
}
