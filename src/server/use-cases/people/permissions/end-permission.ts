import { refusalOf } from '#contract/grant-refusals'
import type { endPermission as endpoint } from '#contract/user-permissions'
import { judgeEnding } from '#domain/people/ending'
import { accepted, refused } from '#domain/outcome'
import { SYSTEM_ADMINISTRATOR } from '#domain/people/permissions'
import { appendAudit } from '../../../ground/db/audit-log'
import { findLivePermissions, updatePermission } from '../../../ground/db/user-permissions'
import type { WriteHandler } from '../../call/call'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { resetNotifications } from '../notifications/reset-notifications'
import { keepAdministrator } from '../users/keep-administrator'
import { authoriseForPermission, lockPermissionsFor, isOfSystem } from './authorise-granter'
import { endEntry } from './permission-entries'

/**
 * Ends a permission of a user. Its row stays, so that it can be found out who could see what on a day. Refused for the last
 * system administrator.
 */
export const endPermission: WriteHandler<typeof endpoint> = {
  perform: async ({ parameters, context, request_id, ...call }, transaction) => {
    const present = await lockPermissionsFor(transaction, call.actor)
    if (!present.ok) return present
    const actor = present.value
    const authorised = await authoriseForPermission(transaction, actor, parameters)
    if (!authorised.ok) return authorised
    const { granter, trial, current: ended } = authorised.value
    const fresh = needFreshSignIn(call, isOfSystem(ended))
    if (!fresh.ok) return fresh
    const { user_id } = ended
    const before = await findLivePermissions(transaction, [user_id])
    const others = before.filter(({ id }) => id !== ended.id)
    const judged = judgeEnding({ granter, user_id, ended, others, trial })
    if (!judged.ok) return refused(refusalOf(judged.refusal))
    const now = context.now()
    if (ended.role_id === SYSTEM_ADMINISTRATOR.id) {
      const outcome = await keepAdministrator(transaction, user_id, now)
      if (!outcome.ok) return outcome
    }
    await updatePermission(transaction, ended.id, { ended_at: now, updated_at: now })
    await appendAudit(transaction, endEntry({ granter, now, request_id }, user_id, ended))
    await resetNotifications(transaction, { granter, now, request_id }, [{ user_id, before, after: others }])
    return accepted({ user_permissions: [ended.id] })
  },

  answer: async () => accepted(undefined),
}
