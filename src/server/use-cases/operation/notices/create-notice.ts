import { invalidFields } from '#contract/errors'
import type { createNotice as endpoint } from '#contract/notices'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { insertNotice } from '../../../ground/db/service-notices'
import type { WriteHandler } from '../../call/call'
import { writtenNotices } from './written-notices'

/** How far from today a notice begins and ends, in milliseconds: a year, so that a wrong year is noticed. */
const WITHIN_MS = 366 * 24 * 60 * 60 * 1000

/**
 * Writes a notice that is shown to everybody for a time. Refused where that time is past, far away, or ends before it
 * begins.
 */
export const createNotice: WriteHandler<typeof endpoint> = {
  perform: async (call, transaction) => {
    const { text, shown_from, shown_until, is_on_sign_in } = call.body
    const now = call.context.now()
    if (shown_until <= shown_from) return refused(invalidFields({ shown_until: 'Must be after the beginning' }))
    if (shown_until <= now) return refused(invalidFields({ shown_until: 'Must lie ahead' }))
    const far = Object.entries({ shown_from, shown_until }).find(([, at]) => isFar(at, now))
    if (far !== undefined) return refused(invalidFields({ [far[0]]: 'Must be within a year of today' }))
    const shown = { shown_from, shown_until, is_on_sign_in }
    const by = { created_at: now, created_by: call.actor.user_id }
    const id = await insertNotice(transaction, { notice: text, ...shown, ...by })
    await appendAudit(
      transaction,
      auditEntry({ ...call, now }, call.view, {
        kind: 'notice_created',
        description: `Notice ${id} of the service written: ${text}`,
        changes: Object.entries(shown).map(([field, value]) => ({ field, old: null, new: value })),
      }),
    )
    return accepted({ notices: [id] })
  },

  answer: async ({ context }, transaction) => accepted(await writtenNotices(transaction, context.now())),
}

const isFar = (at: string, now: string): boolean => Math.abs(Date.parse(at) - Date.parse(now)) > WITHIN_MS
