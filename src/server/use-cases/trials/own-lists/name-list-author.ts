import { nameListAuthor as endpoint } from '#contract/allocation-lists'
import { invalidFields, refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { authorFault } from '#domain/own-lists/list-author'
import { NO_SUCH_USER } from '#domain/people/granting'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { findListAuthor, insertListAuthor } from '../../../ground/db/allocation-lists'
import { appendAudit } from '../../../ground/db/audit-log'
import { livePermissions, lockPermissions } from '../../../ground/db/user-permissions'
import { findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { lockWholeTrial } from '../lock-whole-trial'
import { listFrameOf } from './list-frame'
import { showAllocationList } from './show-allocation-list'

/**
 * Names who makes the list of a trial. Nobody who reaches its participants may, and from then on the person is given no permission
 * that does (decision 0103). Permissions are locked, so that none is granted meanwhile.
 */
export const nameListAuthor: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { trial_id } = call.parameters
    await lockPermissions(transaction)
    const locked = await lockWholeTrial(transaction, endpoint, call)
    if (!locked.ok) return locked
    const { trial, view } = locked.value
    if (listFrameOf(trial) === null) return refused(refusal('list_not_used'))
    const user = await findUser(transaction, call.body.user_id)
    if (!user) return refused(invalidFields({ user_id: NO_SUCH_USER }))
    const fault = authorFault(await livePermissions(transaction, user.id), trial_id)
    if (fault !== null) return refused(invalidFields({ user_id: fault }))
    const before = await findListAuthor(transaction, trial_id)
    const now = call.context.now()
    await insertListAuthor(transaction, { trial_id, user_id: user.id, named_by: call.actor.user_id, named_at: now })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, view, {
        kind: 'list_author_named',
        description: `${user.name} named as the author of the list of trial ${trial_id}`,
        changes: [{ field: 'list_author', old: before?.user_id ?? null, new: user.id }],
      }),
    )
    return accepted({ trials: [trial_id] })
  },

  answer: async ({ context, parameters }, transaction) => showAllocationList(transaction, context, parameters.trial_id),
}
