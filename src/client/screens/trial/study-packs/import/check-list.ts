import type { Trial } from '#contract/trials'
import type { GroupPattern } from '#domain/group-pattern'
import { groupPatterns } from '#domain/group-patterns'
import { checkImport, type ImportCells, type ImportProblem, type ImportTrial } from '#domain/study-pack-import'
import { todayIn } from '../../../../ui/format-time'

type Group = { id: number; name: string; factorial_level: number | null; weight: number }

/** What a list is checked against, as it goes to the worker. */
export type CheckedAgainst = ImportTrial & { study_groups: readonly Group[] }

/** What the check of a list found: what must be put right, and what would give study groups away. */
export type ListCheck = { problems: ImportProblem[]; patterns: GroupPattern[] }

/** The same rules as the server's, before anything is sent; ids that the trial has already are the server's alone to know. */
export const checkList = (rows: readonly ImportCells[], against: CheckedAgainst): ListCheck => {
  const { packs, problems } = checkImport(rows, against)
  // What the batch holds already is the server's to know as well: a batch that is filled in two parts passes there.
  const patterns = groupPatterns(packs, { study_groups: against.study_groups, in_batch: [] })
  return { problems, patterns }
}

/** What the lists of a trial are checked against at a time, in milliseconds since the epoch. */
export const checkedAgainst = (trial: Trial, now: number): CheckedAgainst => ({
  study_groups: trial.study_groups.flatMap(({ id, name, factorial_level = null, weight = 1 }) =>
    id === undefined ? [] : [{ id, name, factorial_level, weight }],
  ),
  sites: trial.sites,
  is_site_managing_packs: trial.is_site_managing_packs,
  is_confirmable: trial.is_confirmable,
  today: todayIn(trial.selected_timezone, now),
})
