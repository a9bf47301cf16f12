import { canonicalJson, type Canonical } from '../rct-alloc/canonical-json'
import { sha256 } from '../rct-alloc/sha256'

/** What an entry tells of: each kind with the words that describe it. */
export type AuditEvent =
  | { kind: 'signed_in'; description: string }
  | { kind: 'signed_out'; description: string }
  | { kind: 'trial_created'; description: string }
  | { kind: 'trial_updated'; description: string }
  | { kind: 'trial_status_changed'; description: string }
  | { kind: 'start_nonce_entered'; description: string }
  | { kind: 'seed_revealed'; description: string }
  | { kind: 'self_check_failed'; description: string }
  | { kind: 'randomised'; description: string }
  | { kind: 'randomisation_refused'; description: string }
  | { kind: 'participant_flagged'; description: string }
  | { kind: 'participant_unflagged'; description: string }
  | { kind: 'participant_unblinded'; description: string }
  | { kind: 'inadvertent_unblinding_recorded'; description: string }
  | { kind: 'randomisation_error_recorded'; description: string }
  | { kind: 'permission_granted'; description: string }
  | { kind: 'permission_changed'; description: string }
  | { kind: 'permission_ended'; description: string }
  | { kind: 'message_resent'; description: string }
  | { kind: 'sample_data_loaded'; description: string }

/** One field's change: its value before and after, null where there was none. */
export type FieldChange = { field: string; old: Scalar; new: Scalar }
type Scalar = string | number | boolean | null

/** Who did what, when, in which role, to which fields, why, and in which request. */
export type AuditEntry = AuditEvent & {
  created_at: string
  /** Null for what belongs to no trial. */
  trial_id: number | null
  user_id: number | null
  role: string | null
  changes: readonly FieldChange[]
  reason: string | null
  request_id: string | null
}

/** The chain that holds entries without a trial. */
const CHAIN_WITHOUT_TRIAL = 0

export const chainOf = (entry: Pick<AuditEntry, 'trial_id'>): number => entry.trial_id ?? CHAIN_WITHOUT_TRIAL

/** The head of a chain before its first entry. */
export const genesisOf = (chain: number): string => sha256(`EQUIPOISE-AUDIT-1|genesis|${chain}`).toString('hex')

/**
 * The head of a chain after one more entry: SHA-256 over the head before it and the entry's canonical text, so that no
 * entry can be changed, dropped or moved without every later head telling.
 */
export const nextHead = (head: string, position: number, entry: AuditEntry): string =>
  sha256('EQUIPOISE-AUDIT-1|entry|', head, '|', canonicalJson(canonicalEntry(position, entry))).toString('hex')

/** What is null is left out, so that it is not the same as an empty text. */
const canonicalEntry = (position: number, entry: AuditEntry): Canonical => {
  const { created_at, trial_id, user_id, role, kind, description, reason, request_id } = entry
  const told = { position, created_at, trial_id, user_id, role, kind, description, reason, request_id }
  return {
    ...Object.fromEntries(Object.entries(told).flatMap(([field, value]) => (value === null ? [] : [[field, value]]))),
    changes: entry.changes.map((change) => ({
      field: change.field,
      old: JSON.stringify(change.old),
      new: JSON.stringify(change.new),
    })),
  }
}
