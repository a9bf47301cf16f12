import type { AuditKind } from '#domain/audit/audit-kind'
import type { Visibility } from '#domain/people/blinding'
import { canonicalJson, type Canonical } from '../ledger/canonical-json'
import { sha256 } from '../secrets/sha256'

/** What an entry tells of: its kind, with the words that describe it. */
export type AuditEvent = { kind: AuditKind; description: string }

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
  /** How much of the groups its writer saw, of an action on packs: whoever sees less reads its day and kind (decision 0036). */
  writer_sight?: Visibility | null
  /** The sequence number of the participant whom it is about: it is found by that. Not hashed. */
  participant?: number
}

/** Of which call an entry tells: who made it, when it took effect, and which request it was. */
export type AuditCall = { actor: { user_id: number | null } | null; now: string; request_id: string | null }

/** With which right it was made: the role, in which trial. */
export type AuditView = { trial_id?: number; permission: { role: { title: string } } }

/** What is told of it. The trial is that of the view unless it is named; no changes and no reason where none are. */
type AuditFacts = AuditEvent &
  Partial<Pick<AuditEntry, 'trial_id' | 'changes' | 'writer_sight' | 'participant'>> & {
    reason?: string | null | undefined
  }

/** The entry of a call, by the view that allowed it; null where none was needed. */
export const auditEntry = (
  { actor, now, request_id }: AuditCall,
  view: AuditView | null,
  { trial_id = view?.trial_id ?? null, changes = [], reason = null, ...event }: AuditFacts,
): AuditEntry => ({
  ...event,
  created_at: now,
  trial_id,
  user_id: actor?.user_id ?? null,
  role: view?.permission.role.title ?? null,
  changes,
  reason,
  request_id,
})

/** What the service does by itself, and nobody who is signed in. */
export const byService = (now: string): AuditCall => ({ actor: null, now, request_id: null })

/** The chain that holds entries without a trial. */
export const CHAIN_WITHOUT_TRIAL = 0

/** The chain of an entry: its trial, or the chain without a trial. */
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
  const { writer_sight = null } = entry
  const content = { position, created_at, trial_id, user_id, role, kind, description, reason, request_id, writer_sight }
  return {
    ...Object.fromEntries(
      Object.entries(content).flatMap(([field, value]) => (value === null ? [] : [[field, value]])),
    ),
    changes: entry.changes.map((change) => ({
      field: change.field,
      old: JSON.stringify(change.old),
      new: JSON.stringify(change.new),
    })),
  }
}
