import type { AuditLog } from '#contract/audit-logs'
import { formFields } from '#contract/trial-form-fields'
import { AUDIT_KIND_NAMES, auditFlags, isAuditKind, type AuditKind } from '#domain/audit-kind'
import type { FieldChange } from '../../audit/audit-entry'
import { findAudits, type AuditRow } from '../../db/audit-entries'
import type { Queries } from '../../db/transaction'
import type { Actor } from '../../http/call'
import type { AuditSight } from './audit-sight'

/**
 * Entries as this person may read them, each with as many of its changes as are asked for: whoever is blinded in a trial gets
 * nothing that could tell its groups, nor how much of that there is.
 */
export const shownAudits = async (
  queries: Queries,
  ids: readonly number[],
  { actor, sight, most }: Reader,
): Promise<AuditLog[]> => {
  const rows = await findAudits(queries, ids, most === 'all' ? most : { most, whole: WHOLE_KINDS })
  return rows.filter(({ chain }) => !sight.hidden.includes(chain)).map((row) => shownAudit(row, { actor, sight, most }))
}

/** Who reads, how far he may, and how many changes of each entry he is told at most. */
type Reader = { actor: Actor; sight: AuditSight; most: number | 'all' }

const shownAudit = (row: AuditRow, { actor, sight, most }: Reader): AuditLog => {
  const { kind } = row
  if (!isAuditKind(kind)) throw new Error(`audit entry ${row.id} is of the unknown kind ${kind}`)
  const isBlinded = sight.isBlindedIn(row.trial_id)
  const cut = isBlinded ? CUTS[kind] : undefined
  const cutTold = cut?.(row) ?? {}
  const { description, changes, reason } = { ...row, ...cutTold }
  return {
    id: row.id,
    created_at: row.created_at,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    trial_id: row.trial_id,
    description,
    ...auditFlags(kind),
    kind,
    role: row.role,
    reason,
    changes: most === 'all' ? changes : changes.slice(0, most),
    changes_total: cutTold.changes?.length ?? row.changes_total,
    is_cut: cut !== undefined,
    reviews: row.reviews.map(({ reviewed_by, reviewer_name, finding, ...review }) => ({
      ...review,
      reviewed_by_user: { id: reviewed_by, name: reviewer_name },
      // Whoever reviews may have seen groups, so what he found is for those who see them too.
      finding: isBlinded && reviewed_by !== actor.user_id ? null : finding,
    })),
  }
}

type Told = Pick<AuditRow, 'description' | 'changes' | 'reason'>

const withoutHiddenFields = ({ changes }: Told): Partial<Told> => ({ changes: changes.filter(mayBeTold) })

/** The field by which the entry of an export tells that study packs were narrowed by their group. */
const GROUP_FILTER = 'filter.study_group_id'

const CUTS_OF_CHANGES = {
  trial_created: withoutHiddenFields,
  trial_updated: withoutHiddenFields,
  design_confirmed: () => ({ description: 'Design of the trial confirmed by a second person', changes: [] }),
  list_exported: ({ changes }) => (changes.some(({ field }) => field === GROUP_FILTER) ? { changes: [] } : {}),
} satisfies Partial<Record<AuditKind, (told: Told) => Partial<Told>>>

/**
 * The kinds of whose changes something is cut: all of them are read, for what is left of them is counted. Of any other kind an
 * entry may be about thousands of packs.
 */
const WHOLE_KINDS = AUDIT_KIND_NAMES.filter((kind) => kind in CUTS_OF_CHANGES)

/**
 * What an entry of a kind tells to whoever is blinded in its trial, where that is less than all:
 * - a trial's settings without groups, weights, blocks and other settings of the methods, and without the epoch, which says
 *   that one of those was changed;
 * - a failed self-check without what did not agree;
 * - an import without the reason for a pattern that tells the groups of its packs;
 * - an export of the packs of one group without how many they were.
 */
const CUTS: Partial<Record<AuditKind, (told: Told) => Partial<Told>>> = {
  ...CUTS_OF_CHANGES,
  self_check_failed: () => ({ description: 'Self-check of the trial failed' }),
  study_packs_imported: () => ({ reason: null }),
}

/** What of a trial's settings is shown to whoever may see them at all, as its form has it. */
const TOLD_TO_BLINDED = new Set([
  ...Object.keys(formFields),
  'trial_status_id',
  'num_sampled',
  'sites',
  'trial_strata',
  'creator_role',
  'role_in_trial',
])

const mayBeTold = ({ field }: FieldChange): boolean =>
  TOLD_TO_BLINDED.has(field.split('.')[0] ?? '') && !field.endsWith('.minimisation_weight')
