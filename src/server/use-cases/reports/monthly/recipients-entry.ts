import { auditEntry, type AuditCall, type AuditEntry, type AuditView } from '../../../ground/audit/audit-entry'

type Change = { trial_id: number; added: readonly number[]; removed: readonly number[]; reason?: string }

/** The entry about people who were added to, or removed from, the recipients of a trial's monthly report. */
export const recipientsEntry = (
  call: AuditCall,
  view: AuditView | null,
  { trial_id, added, removed, reason }: Change,
): AuditEntry =>
  auditEntry(call, view, {
    kind: 'monthly_report_recipients_changed',
    description: `Recipients of the monthly report of trial ${trial_id} changed${reason === undefined ? '' : `: ${reason}`}`,
    trial_id,
    changes: [
      ...added.map((id) => ({ field: 'recipient_user_id', old: null, new: id })),
      ...removed.map((id) => ({ field: 'recipient_user_id', old: id, new: null })),
    ],
  })
