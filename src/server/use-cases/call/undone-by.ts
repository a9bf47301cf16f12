import { refusal, type Refusal } from '#contract/errors'
import type { AuditKind } from '#domain/audit/audit-kind'
import { UNDO_ACCEPTED_MS, undoneEntry } from '#domain/audit/undo'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { FieldChange } from '../../ground/audit/audit-entry'
import { findRecentAudits } from '../../ground/db/recent-audits'
import type { Transaction } from '../../ground/db/transaction'
import type { Actor } from './call'

type Wanted = {
  /** Whether the call is an undo at all. */
  undo: true | undefined
  actor: Actor
  /** The chain of its entries: a trial, or `CHAIN_WITHOUT_TRIAL`. */
  chain: number
  /** The time under the lock of the changed record. */
  now: string
  kinds: readonly AuditKind[]
  /** The beginning of the descriptions of entries about this subject. */
  subject: string
  changes: readonly FieldChange[]
}

/** The additions to the entry of an undo; empty for any other action. */
export type Undone = { suffix: string; changes: readonly FieldChange[] }

/**
 * Judges an undo: it must exactly reverse the person's own last action on the same subject, within a minute. The
 * subject must be locked, so that nobody else changes it before the commit.
 */
export const undoneBy = async (transaction: Transaction, wanted: Wanted): Promise<Outcome<Undone, Refusal>> => {
  if (wanted.undo === undefined) return accepted({ suffix: '', changes: [] })
  const since = new Date(Date.parse(wanted.now) - UNDO_ACCEPTED_MS).toISOString()
  const recent = await findRecentAudits(transaction, wanted.chain, since)
  const entry = undoneEntry(recent, { ...wanted, user_id: wanted.actor.user_id })
  if (!entry.ok) return refused(refusal('not_undone', { message: entry.refusal }))
  return accepted({
    suffix: ` (undoes entry ${entry.value})`,
    changes: [{ field: 'undoes', old: null, new: entry.value }],
  })
}
