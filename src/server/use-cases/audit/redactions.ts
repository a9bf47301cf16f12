import { formFields } from '#contract/trial-form-fields'
import { AUDIT_KIND_NAMES, type AuditKind } from '#domain/audit/audit-kind'
import { STUDY_PACK_ACTION_NAMES, STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import type { FieldChange } from '../../ground/audit/audit-entry'
import { isOfStratumWeights } from '../../ground/audit/stratum-weights'
import type { AuditRow } from '../../ground/db/audit-entries'

type ReadableText = Pick<AuditRow, 'description' | 'changes' | 'reason'>
type Written = Pick<AuditRow, 'user_id' | 'writer_sight'>
type Changes = readonly FieldChange[]

/** The replacements for viewers who are blinded in the trial; a part that is not named is shown unchanged. */
type Redaction = {
  description?: string
  changes?: 'none' | ((changes: Changes) => FieldChange[])
  reason?: null | ((changes: Changes) => null | undefined)
}

/** The field in the entry of an export for its filter by study group. */
const GROUP_FILTER = 'filter.study_group_id'

const withoutHiddenFields = (changes: Changes): FieldChange[] => changes.filter(mayBeShown)

const without =
  (...hidden: readonly string[]) =>
  (changes: Changes): FieldChange[] =>
    changes.filter(({ field }) => !hidden.includes(field))

/**
 * The reduced entries of each kind for viewers who are blinded in its trial:
 * - a trial's settings without groups, weights, blocks and other settings of the methods, without the epoch, which
 *   reveals that one of those was changed, and without the reason for new names, which may reveal them;
 * - an uploaded list without its number of rows, which tells how many can still be drawn;
 * - the confirmation of a design without its version, which counts changes of those too;
 * - a failed self-check without its difference, and its acknowledged alarm without the reason, which may contain it;
 * - an unblinding after the first of a participant without the reason: its author may know the group;
 * - an import without its packs, their number and their batch, and without the reason for a pattern that reveals the
 *   groups of its packs;
 * - printed labels without the packs and their number: people who see the groups may import and print group by group,
 *   so that packs printed together would be of one group;
 * - a randomisation test without the length of the ledger: each changed weight or block is a record of its own there;
 * - resealed secrets without the number of draw states, which has one for each epoch and stratum;
 * - compared outcomes without the two groups, and without the number of outcomes, which may be of these groups alone;
 * - an export of the packs of one group without their number. Actions on packs by another person who saw anything of the
 *   groups show only day and kind (`isShownByDay`).
 */
const REDACTIONS: Partial<Record<AuditKind, Redaction>> = {
  trial_created: { changes: withoutHiddenFields },
  trial_updated: { changes: withoutHiddenFields, reason: null },
  list_uploaded: { description: 'List of the trial uploaded' },
  design_confirmed: { description: 'Design of the trial confirmed by a second person', changes: 'none' },
  self_check_failed: { description: 'Self-check of the trial failed' },
  alarm_acknowledged: { reason: null },
  // Only the first changes the participant to unblinded.
  participant_unblinded: { reason: (changes) => (changes.length === 0 ? null : undefined) },
  study_packs_generated: { description: 'Study packs generated', changes: 'none' },
  study_packs_imported: { description: 'Study packs imported', changes: 'none', reason: null },
  study_pack_labels_printed: { description: 'Labels of study packs printed', changes: 'none' },
  randomisation_test_started: { changes: without('ledger_length') },
  secrets_sealed: { changes: without('draw_states') },
  outcomes_compared: { changes: without('study_group_ids', 'outcomes') },
  list_exported: { changes: (changes) => (changes.some(({ field }) => field === GROUP_FILTER) ? [] : [...changes]) },
}

const KINDS_BESIDE_CLOSING: readonly AuditKind[] = ['randomised', 'randomisation_refused']

const kindsWhere = (matches: (redaction: Redaction) => boolean): AuditKind[] =>
  AUDIT_KIND_NAMES.filter((kind) => {
    const redaction = REDACTIONS[kind]
    return redaction !== undefined && matches(redaction)
  })

/**
 * The kinds with some changes left: all of them are read, since the remaining ones are counted. An entry of another
 * kind may be about thousands of packs.
 */
export const WHOLE_KINDS: readonly AuditKind[] = [
  ...kindsWhere(({ changes }) => typeof changes === 'function'),
  ...KINDS_BESIDE_CLOSING,
]

/**
 * Whether a change is of a study group that was closed at its cap. It stands in the next entry of these kinds and has none of its own. To
 * whoever is blinded that entry is as any other, also in not saying that something is cut (decision 0098).
 */
export const isOfClosing = (kind: AuditKind, { field }: FieldChange): boolean =>
  KINDS_BESIDE_CLOSING.includes(kind) && (field === 'epoch' || field.startsWith('study_groups.'))

/** The kinds that are not found by words of their description, or by their packs, since those are redacted. */
export const KINDS_WITH_REDACTED_DESCRIPTION = kindsWhere(({ description }) => description !== undefined)
export const KINDS_WITH_REDACTED_PACKS = kindsWhere(({ changes }) => changes === 'none')

/** The replaced parts of an entry for viewers who are blinded in its trial; null where its kind is shown whole. */
export const redactionOf = (kind: AuditKind, { changes }: ReadableText): Partial<ReadableText> | null => {
  const redaction = REDACTIONS[kind]
  if (redaction === undefined) return null
  const { description, changes: cutChanges, reason: cutReason } = redaction
  const reason = typeof cutReason === 'function' ? cutReason(changes) : cutReason
  return {
    ...(description !== undefined && { description }),
    ...(cutChanges !== undefined && { changes: cutChanges === 'none' ? [] : cutChanges(changes) }),
    ...(reason !== undefined && { reason }),
  }
}

/** Actions on packs, which people who see the groups may do group by group. */
export const PACK_ACTION_KINDS: readonly AuditKind[] = [
  ...STUDY_PACK_ACTION_NAMES.map((name) => STUDY_PACK_ACTIONS[name].audit.kind),
  'study_pack_checked',
]

/**
 * Whether a blinded person sees only the day and kind of an entry: an action on packs by another person who saw
 * anything of the groups, or may have (src/decisions/0036-what-acts-of-unblinded-people-tell.md).
 */
export const isShownByDay = (kind: AuditKind, { user_id, writer_sight }: Written, readerId: number): boolean =>
  PACK_ACTION_KINDS.includes(kind) && user_id !== readerId && writer_sight !== 'nothing'

/** The settings of a trial that blinded viewers of settings see, by the names of its form. */
const SHOWN_TO_BLINDED = new Set([
  ...Object.keys(formFields),
  'commitment',
  'trial_status_id',
  'num_sampled',
  'sites',
  'trial_strata',
  'copied_from',
  'creator_role',
  'role_in_trial',
])

const mayBeShown = (change: FieldChange): boolean =>
  SHOWN_TO_BLINDED.has(change.field.split('.')[0] ?? '') && !isOfStratumWeights(change)
