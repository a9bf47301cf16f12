import type { logout as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { endSession } from '../../../ground/db/sessions'
import type { WriteHandler } from '../../call/call'

/** Ends the session of the token; the token and its renewals are refused from then on. A repeat changes nothing. */
export const logout: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, now, request_id }, transaction) => {
    if (!(await endSession(transaction, actor.session_id, now))) return accepted({})
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, null, {
        kind: 'signed_out',
        description: `${actor.name} signed out`,
      }),
    )
    return accepted({})
  },
  answer: async () => accepted(undefined),
}
