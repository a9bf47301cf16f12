import { grouped } from '../../grouped'
import type { ComparedBy, ComparedGroup, GroupPattern } from './group-pattern'

/**
 * How a list of packs with their study groups reveals the groups by missing ones. Its packs belong together by their
 * ids, their dates and the time of their import, whatever else the batch has: so a list must have packs of every group
 * itself, unless its only pack goes into a batch with the others. A group of weight 0 is closed and may be missing; the
 * groups of each factor are examined separately.
 */
export const missingGroups = (
  study_group_ids: readonly number[],
  { study_groups, in_batch }: ComparedBy,
): GroupPattern[] => {
  const factors = [...grouped(study_groups, ({ factorial_level }) => factorial_level).values()]
  const patterns = factors.flatMap((groups) => {
    const ids = new Set(groups.map(({ id }) => id))
    const ofFactor = (of: readonly number[]) => of.filter((id) => ids.has(id))
    return missingOfFactor(groups, ofFactor(study_group_ids), ofFactor(in_batch)) ?? []
  })
  return [...new Set(patterns)]
}

/** Where the batch lacks a group, the list lacks it too, so the batch is named. */
const missingOfFactor = (
  groups: readonly ComparedGroup[],
  ofList: readonly number[],
  inBatch: readonly number[],
): GroupPattern | null => {
  if (ofList.length === 0) return null
  const lacksSome = (present: ReadonlySet<number>) => groups.some(({ id, weight }) => weight > 0 && !present.has(id))
  const isAlone = ofList.length === 1 && inBatch.length === 0
  if (!isAlone && lacksSome(new Set([...ofList, ...inBatch]))) return BATCH
  return ofList.length > 1 && lacksSome(new Set(ofList)) ? LIST : null
}

const BATCH: GroupPattern = { column: 'batch_id', message: 'The batch does not have packs of every study group' }
const LIST: GroupPattern = { column: 'batch_id', message: 'The list does not have packs of every study group' }
