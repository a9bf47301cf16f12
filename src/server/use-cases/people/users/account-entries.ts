import type { AuditEntry, AuditEvent, FieldChange } from '../../../ground/audit/audit-entry'
import type { UserRow } from '../../../ground/db/users'

/**
 * The author of a change of a person (null on the server's console), their role (null also for one's own account), the time,
 * the reason (on the console), and the request.
 */
export type Writing = {
  user_id: number | null
  role: string | null
  now: string
  reason?: string
  request_id: string | null
}

/** The fields of a person in an entry. */
type LoggedUser = Pick<UserRow, 'name' | 'email' | 'selected_timezone' | 'is_active' | 'expires_at'>

const FIELDS = ['name', 'email', 'selected_timezone', 'is_active', 'expires_at'] as const

export const createdEntry = (writing: Writing, id: number, created: Partial<LoggedUser>): AuditEntry => ({
  ...entry(writing),
  kind: 'user_created',
  description: `User ${id} created: ${created.name}`,
  changes: changed({}, created),
})

/** The entry about changed fields of a person, each with its value before and after. */
export const changedEntry = (
  writing: Writing,
  event: AuditEvent,
  before: LoggedUser,
  after: Partial<LoggedUser>,
): AuditEntry => ({
  ...entry(writing),
  ...event,
  changes: changed(before, after),
})

/** The same with the number of valid sessions that the change ended. */
export const withSessionsEnded = (entry: AuditEntry, sessions: readonly number[]): AuditEntry => ({
  ...entry,
  changes: [...entry.changes, { field: 'sessions_ended', old: null, new: sessions.length }],
})

const changed = (before: Partial<LoggedUser>, after: Partial<LoggedUser>): FieldChange[] =>
  FIELDS.flatMap((field) => {
    const [old, now] = [before[field] ?? null, after[field]]
    return now === undefined || now === old ? [] : [{ field, old, new: now }]
  })

const entry = ({
  user_id,
  role,
  now,
  reason = null,
  request_id,
}: Omit<Writing, 'reason'> & { reason?: string | null }) => ({
  created_at: now,
  trial_id: null,
  user_id,
  role,
  reason,
  request_id,
})
