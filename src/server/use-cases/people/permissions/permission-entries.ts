import type { Granter, HeldPermission } from '#domain/people/granting'
import type { StoredPermission } from '#domain/people/permissions'
import { auditEntry, type AuditEntry, type AuditEvent, type FieldChange } from '../../../ground/audit/audit-entry'
import { storedRole } from '../../../ground/stored-names'

/** The author, time and request of a write of permissions. */
export type Writing = { granter: Granter; now: string; request_id: string; reason?: undefined }

/** A write on the server's console, without an author but with a reason. */
type ConsoleWriting = { granter: null; now: string; request_id: null; reason: string }

/** The fields of a permission in its audit entries. */
const FIELDS = [
  'role_id',
  'site_id',
  'is_blinded_partial',
  'is_blinded_whole',
  'is_unblind_authorized',
  'has_study_packs_access',
] as const

export const grantEntry = (writing: Writing | ConsoleWriting, userId: number, permission: HeldPermission): AuditEntry =>
  entry(writing, permission, {
    kind: 'permission_granted',
    description: `Permission ${permission.id} granted to user ${userId}: ${roleAtSite(permission)}`,
    changes: [
      { field: 'user_id', old: null, new: userId },
      ...FIELDS.flatMap((field) => (permission[field] === null ? [] : [{ field, old: null, new: permission[field] }])),
    ],
  })

export const changeEntry = (
  writing: Writing,
  userId: number,
  before: HeldPermission,
  after: StoredPermission,
): AuditEntry =>
  entry(writing, before, {
    kind: 'permission_changed',
    description: `Permission ${before.id} of user ${userId} changed: ${roleAtSite(after)}`,
    changes: FIELDS.flatMap((field): FieldChange[] =>
      before[field] === after[field] ? [] : [{ field, old: before[field], new: after[field] }],
    ),
  })

export const endEntry = (writing: Writing, userId: number, ended: HeldPermission): AuditEntry =>
  entry(writing, ended, {
    kind: 'permission_ended',
    description: `Permission ${ended.id} of user ${userId} ended: ${roleAtSite(ended)}`,
    changes: [
      { field: 'ended_at', old: null, new: writing.now },
      ...FIELDS.flatMap((field) => (ended[field] === null ? [] : [{ field, old: ended[field], new: null }])),
    ],
  })

const entry = (
  { granter, reason, ...call }: Writing | ConsoleWriting,
  { trial_id }: StoredPermission,
  facts: AuditEvent & { changes: readonly FieldChange[] },
): AuditEntry => auditEntry({ ...call, actor: granter }, granter, { ...facts, trial_id, reason })

const roleAtSite = ({ role_id, site_id }: StoredPermission): string => {
  const { title } = storedRole(role_id)
  return site_id === null ? title : `${title} at site ${site_id}`
}
