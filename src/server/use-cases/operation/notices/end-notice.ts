import { refusal } from '#contract/errors'
import type { endNotice as endpoint } from '#contract/notices'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { findNotice, storeNoticeEnd } from '../../../ground/db/service-notices'
import type { WriteHandler } from '../../call/call'
import { writtenNotices } from './written-notices'

/** Ends a notice. An ended one stays unchanged, and nothing more is recorded. */
export const endNotice: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { notice_id: id } = call.parameters
    const notice = await findNotice(transaction, id)
    if (notice === undefined) return refused(refusal('not_found'))
    const now = call.context.now()
    if (await storeNoticeEnd(transaction, { id, ended_at: now, ended_by: call.actor.user_id }))
      await appendAudit(
        transaction,
        auditEntry({ ...call, now }, call.view, {
          kind: 'notice_ended',
          description: `Notice ${id} of the service ended: ${notice.text}`,
          changes: [{ field: 'notice_id', old: id, new: null }],
        }),
      )
    return accepted({ notices: [id] })
  },

  answer: async ({ context }, transaction) => accepted(await writtenNotices(transaction, context.now())),
}
