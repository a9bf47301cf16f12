import { formFields } from '#contract/trial-form-fields'
import { AUDIT_KIND_NAMES, type AuditKind } from '#domain/audit/audit-kind'
import { STUDY_PACK_ACTION_NAMES, STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import type { FieldChange } from '../../ground/audit/audit-entry'
import type { AuditRow } from '../../ground/db/audit-entries'

type ReadableText = Pick<AuditRow, 'description' | 'changes' | 'reason'>
type Written = Pick<AuditRow, 'user_id' | 'writer_sight'>
type Changes = readonly FieldChange[]

/** What is told instead to whoever is blinded in the trial; what is not named is told as it is. */
type Redaction = {
  description?: string
  changes?: 'none' | ((changes: Changes) => FieldChange[])
  reason?: null | ((changes: Changes) => null | undefined)
}

/** The field by which the entry of an export tells that study packs were narrowed by their group. */
const GROUP_FILTER = 'filter.study_group_id'

const withoutHiddenFields = (changes: Changes): FieldChange[] => changes.filter(mayBeShown)

/**
 * What an entry of a kind tells to whoever is blinded in its trial, where that is less than all:
 * - a trial's settings without groups, weights, blocks and other settings of the methods, and without the epoch, which says
 *   that one of those was changed, and without the reason for new names, which may tell them;
 * - the confirmation of a design without its version, which counts changes of those too;
 * - a failed self-check without what did not agree, and its acknowledged alarm without the reason, which may say that;
 * - an unblinding after the first of a participant without the reason: whoever gives it may know the group;
 * - an import without its packs, how many they are and their batch, and without the reason for a pattern that tells the groups of its packs;
 * - printed labels without the packs, nor how many they were: who sees the groups may import and print group by group, and what
 *   came together would be of one group;
 * - an export of the packs of one group without how many they were.
 * Actions on packs by someone who saw more show only day and kind (`isShownByDay`).
 */
const REDACTIONS: Partial<Record<AuditKind, Redaction>> = {
  trial_created: { changes: withoutHiddenFields },
  trial_updated: { changes: withoutHiddenFields, reason: null },
  design_confirmed: { description: 'Design of the trial confirmed by a second person', changes: 'none' },
  self_check_failed: { description: 'Self-check of the trial failed' },
  alarm_acknowledged: { reason: null },
  // Of the first alone it is a change that the participant is unblinded.
  participant_unblinded: { reason: (changes) => (changes.length === 0 ? null : undefined) },
  study_packs_imported: { description: 'Study packs imported', changes: 'none', reason: null },
  study_pack_labels_printed: { description: 'Labels of study packs printed', changes: 'none' },
  list_exported: { changes: (changes) => (changes.some(({ field }) => field === GROUP_FILTER) ? [] : [...changes]) },
}

const kindsWhere = (matches: (redaction: Redaction) => boolean): AuditKind[] =>
  AUDIT_KIND_NAMES.filter((kind) => {
    const redaction = REDACTIONS[kind]
    return redaction !== undefined && matches(redaction)
  })

/**
 * The kinds of whose changes some are left: all of them are read, for what is left of them is counted. Of any other kind an
 * entry may be about thousands of packs.
 */
export const WHOLE_KINDS = kindsWhere(({ changes }) => typeof changes === 'function')

/** The kinds that are not found by words of their description, or by their packs, for those are cut. */
export const KINDS_WITH_REDACTED_DESCRIPTION = kindsWhere(({ description }) => description !== undefined)
export const KINDS_WITH_REDACTED_PACKS = kindsWhere(({ changes }) => changes === 'none')

/** What of an entry is told otherwise to whoever is blinded in its trial; null where its kind is told whole. */
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

/** Actions on packs, which may be done group by group by whoever sees the groups. */
export const PACK_ACTION_KINDS: readonly AuditKind[] = [
  ...STUDY_PACK_ACTION_NAMES.map((name) => STUDY_PACK_ACTIONS[name].audit.kind),
  'study_pack_checked',
]

/**
 * Whether a blinded person is told of an entry by its day and kind only: an action on packs of somebody else who saw anything of the
 * groups, or of whom that is not known (src/decisions/0036-what-acts-of-unblinded-people-tell.md).
 */
export const isShownByDay = (kind: AuditKind, { user_id, writer_sight }: Written, readerId: number): boolean =>
  PACK_ACTION_KINDS.includes(kind) && user_id !== readerId && writer_sight !== 'nothing'

/** What of a trial's settings is shown to whoever may see them at all, as its form has it. */
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

const mayBeShown = ({ field }: FieldChange): boolean =>
  SHOWN_TO_BLINDED.has(field.split('.')[0] ?? '') && !field.endsWith('.minimisation_weight')
