import type { AuditKind } from '#domain/audit/audit-kind'
import { finished } from '#domain/finished'
import type { Visibility } from '#domain/people/blinding'
import { createHash } from 'node:crypto'
import { canonicalJson, type Canonical } from '../ledger/canonical-json'
import { sha256 } from '../secrets/sha256'

/** The event of an entry: its kind, and its description. */
export type AuditEvent = { kind: AuditKind; description: string }

/** One field's change: its value before and after, null where there was none. */
export type FieldChange = { field: string; old: Scalar; new: Scalar }
type Scalar = string | number | boolean | null

/** An entry of the audit log: the person, the time, the role, the changed fields, the reason and the request. */
export type AuditEntry = AuditEvent & {
  created_at: string
  /** Null for events outside trials. */
  trial_id: number | null
  user_id: number | null
  role: string | null
  changes: readonly FieldChange[]
  reason: string | null
  request_id: string | null
  /**
   * For an action on packs, how much of the groups its writer saw: readers who see less get its day and kind (decision
   * 0036).
   */
  writer_sight?: Visibility | null
  /** The sequence number of its participant, by which it is found. Not hashed. */
  participant?: number
}

/** The call of an entry: its person, its time, and its request. */
export type AuditCall = { actor: { user_id: number | null } | null; now: string; request_id: string | null }

/** The right to make the call: the role, in which trial. */
export type AuditView = { trial_id?: number; permission: { role: { title: string } } }

/** The facts of an entry. Without `trial_id` the trial is that of the view; changes and reason may be missing. */
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

/** The call of an automatic action of the service, without a signed-in person. */
export const byService = (now: string): AuditCall => ({ actor: null, now, request_id: null })

/** The chain that holds entries without a trial. */
export const CHAIN_WITHOUT_TRIAL = 0

/** The chain of an entry: its trial, or the chain without a trial. */
export const chainOf = (entry: Pick<AuditEntry, 'trial_id'>): number => entry.trial_id ?? CHAIN_WITHOUT_TRIAL

/** The head of a chain before its first entry. */
export const genesisOf = (chain: number): string => sha256(`EQUIPOISE-AUDIT-1|genesis|${chain}`).toString('hex')

/**
 * The head of a chain after one more entry: SHA-256 over the head before it and the entry's canonical text, so that a
 * changed, dropped or moved entry shows in every later head.
 */
export const nextHead = (head: string, position: number, entry: AuditEntry): string =>
  finished(nextHeadInSteps(head, position, entry))

/** The same, in steps of some changes. */
export function* nextHeadInSteps(head: string, position: number, entry: AuditEntry): Generator<undefined, string> {
  const hash = createHash('sha256').update(`EQUIPOISE-AUDIT-1|entry|${head}|`)
  // Their field is the first of the entry's canonical text.
  hash.update('{"changes":[')
  for (const [index, change] of entry.changes.entries()) {
    hash.update(`${index === 0 ? '' : ','}${canonicalJson(canonicalChange(change))}`)
    if (index % CHANGES_IN_STEP === CHANGES_IN_STEP - 1) yield
  }
  hash.update(`],${canonicalJson(canonicalContent(position, entry)).slice(1)}`)
  return hash.digest('hex')
}

const CHANGES_IN_STEP = 500

const canonicalChange = (change: FieldChange): Canonical => ({
  field: change.field,
  old: JSON.stringify(change.old),
  new: JSON.stringify(change.new),
})

/** All but the changes. Null fields are left out, so that they differ from an empty text. */
const canonicalContent = (position: number, entry: AuditEntry): Canonical => {
  const { created_at, trial_id, user_id, role, kind, description, reason, request_id } = entry
  const { writer_sight = null } = entry
  const content = { position, created_at, trial_id, user_id, role, kind, description, reason, request_id, writer_sight }
  return Object.fromEntries(
    Object.entries(content).flatMap(([field, value]) => (value === null ? [] : [[field, value]])),
  )
}
