import { refusal } from '#contract/errors'
import type { setUserActive as endpoint } from '#contract/user-accounts'
import { accepted, refused } from '#domain/outcome'
import { CHAIN_WITHOUT_TRIAL, type AuditEvent } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { endSessionsOfUser } from '../../../ground/db/sessions'
import { lockUser, updateUserRow } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { undoneBy } from '../../call/undone-by'
import { lockPermissionsToManage } from '../permissions/authorise-granter'
import { changedEntry, withSessionsEnded, withUndone } from './account-entries'
import { answerUser } from './answer-user'
import { keepAdministrator } from './keep-administrator'

/**
 * Marks a user active or inactive and ends all their sessions, so that none is revived later, not even by an undo. Refused for
 * one's own account, since nobody could undo it, and for the last system administrator's.
 */
export const setUserActive: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { actor, view, body, now } = call
    const { is_active } = body
    const { user_id } = call.parameters
    if (user_id === actor.user_id && !is_active) return refused(refusal('own_account'))
    if (!is_active) {
      const allowed = await lockPermissionsToManage(transaction, actor)
      if (!allowed.ok) return allowed
      const outcome = await keepAdministrator(transaction, user_id, now)
      if (!outcome.ok) return outcome
    }
    const before = await lockUser(transaction, user_id)
    if (!before) return refused(refusal('not_found'))
    const entry = changedEntry({ call, view }, activationEvent(user_id, is_active, before.name), before, { is_active })
    const undone = await undoneBy(transaction, {
      undo: body.undo,
      actor,
      chain: CHAIN_WITHOUT_TRIAL,
      now: call.context.now(),
      kinds: ['user_activated', 'user_deactivated'],
      subject: `User ${user_id} marked `,
      changes: entry.changes,
    })
    if (!undone.ok) return undone
    if (before.is_active !== is_active) {
      await updateUserRow(transaction, user_id, { is_active }, now)
      const sessions = is_active ? null : await endSessionsOfUser(transaction, user_id, now)
      const whole = sessions === null ? entry : withSessionsEnded(entry, sessions)
      await appendAudit(transaction, withUndone(whole, undone.value))
    }
    return accepted({ users: [user_id] })
  },

  answer: answerUser,
}

const activationEvent = (userId: number, isActive: boolean, name: string): AuditEvent =>
  isActive
    ? { kind: 'user_activated', description: `User ${userId} marked active: ${name}` }
    : { kind: 'user_deactivated', description: `User ${userId} marked inactive: ${name}` }
