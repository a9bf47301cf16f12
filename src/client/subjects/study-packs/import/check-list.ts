import type { StudyPack } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import type { ComparedGroup, GroupPattern } from '#domain/study-packs/list-admission/group-pattern'
import { markPatterns } from '#domain/study-packs/list-admission/group-patterns'
import { missingGroups } from '#domain/study-packs/list-admission/missing-groups'
import {
  checkImport,
  type ImportCells,
  type ImportProblem,
  type ImportTrial,
} from '#domain/study-packs/study-pack-import'

/** The packs that a trial has already, by batch; null where they cannot be fetched. */
export type StoredBatches = readonly { batch_id: string; study_packs: readonly StudyPack[] }[] | null

/** The data against which a list is checked, as it is sent to the worker. */
export type CheckedAgainst = ImportTrial & { study_groups: readonly (ComparedGroup & { name: string })[] }

/** The result of a check of a list: its faults, the patterns that reveal study groups, and the group of each pack. */
export type ListCheck = { problems: ImportProblem[]; patterns: GroupPattern[]; study_group_ids: number[] }

/** The same rules as the server's, before anything is sent. The rules of a batch are checked once it has a name. */
export const checkList = (rows: readonly ImportCells[], against: CheckedAgainst): ListCheck => {
  const { packs, problems } = checkImport(rows, against)
  return {
    problems,
    patterns: markPatterns(packs, against),
    study_group_ids: packs.map(({ study_group_id }) => study_group_id),
  }
}

/** The data against which a list of a trial is checked on a day in the trial's time zone, `YYYY-MM-DD`. */
export const checkedAgainst = (trial: Trial, batches: StoredBatches, today: string): CheckedAgainst => ({
  study_groups: comparedGroups(trial),
  sites: trial.sites,
  is_site_managing_packs: trial.is_site_managing_packs,
  is_confirmable: trial.is_confirmable,
  pack_ids: (batches ?? []).flatMap(({ study_packs }) => study_packs.map(({ pack_id }) => pack_id)),
  today,
})

/**
 * The patterns by which a checked list reveals study groups in a batch of this name, in words. Empty where the batch
 * has no name yet or its packs are unknown: then the server decides.
 */
export const patternsInBatch = (
  list: Pick<ListCheck, 'patterns' | 'study_group_ids'>,
  trial: Trial,
  batches: StoredBatches,
  batch_id: string,
): string[] => {
  const study_groups = comparedGroups(trial)
  const in_batch =
    batches === null || batch_id === '' ? study_groups.map(({ id }) => id) : groupsOfBatch(batches, batch_id)
  return [...missingGroups(list.study_group_ids, { study_groups, in_batch }), ...list.patterns].map(
    ({ message }) => message,
  )
}

const groupsOfBatch = (batches: NonNullable<StoredBatches>, batch_id: string): number[] => {
  const packs = batches.find((batch) => batch.batch_id === batch_id)?.study_packs ?? []
  return [...new Set(packs.flatMap(({ study_group }) => study_group?.id ?? []))]
}

const comparedGroups = ({ study_groups }: Trial) =>
  study_groups.flatMap(({ id, name, factorial_level = null, weight = 1 }) =>
    id === undefined ? [] : [{ id, name, factorial_level, weight }],
  )
