import {
  auditEntry,
  type AuditCall,
  type AuditEntry,
  type AuditEvent,
  type AuditView,
  type FieldChange,
} from '../../../ground/audit/audit-entry'
import type { Undone } from '../../call/undone-by'
import type { UserRow } from '../../../ground/db/users'

/**
 * The call that writes about people, the right to do so (null for their own account), and the reason on the server's
 * console.
 */
export type Writing = { call: AuditCall; view: AuditView | null; reason?: string }

/** The fields of a person in an entry. */
type LoggedUser = Pick<UserRow, 'name' | 'email' | 'selected_timezone' | 'is_active' | 'expires_at'>

const FIELDS = ['name', 'email', 'selected_timezone', 'is_active', 'expires_at'] as const

export const createdEntry = (writing: Writing, id: number, created: Partial<LoggedUser>): AuditEntry =>
  entry(writing, {
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
): AuditEntry => entry(writing, { ...event, changes: changed(before, after) })

/** The same with the number of valid sessions that the change ended. */
export const withSessionsEnded = (entry: AuditEntry, sessions: readonly number[]): AuditEntry => ({
  ...entry,
  changes: [...entry.changes, { field: 'sessions_ended', old: null, new: sessions.length }],
})

/** The same where it undoes an earlier entry. */
export const withUndone = (entry: AuditEntry, undone: Undone): AuditEntry => ({
  ...entry,
  description: `${entry.description}${undone.suffix}`,
  changes: [...undone.changes, ...entry.changes],
})

const changed = (before: Partial<LoggedUser>, after: Partial<LoggedUser>): FieldChange[] =>
  FIELDS.flatMap((field) => {
    const [old, now] = [before[field] ?? null, after[field]]
    return now === undefined || now === old ? [] : [{ field, old, new: now }]
  })

const entry = ({ call, view, reason }: Writing, facts: AuditEvent & { changes: readonly FieldChange[] }): AuditEntry =>
  auditEntry(call, view, { ...facts, trial_id: null, reason })
