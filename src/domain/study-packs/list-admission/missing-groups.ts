import { grouped } from '../../grouped'
import type { ComparedBy, ComparedGroup, GroupPattern } from './group-pattern'

/**
 * How a list of packs, each told by its study group, gives the groups away by what it lacks. Its packs stand together by their ids,
 * their dates and the time of their import, whatever the batch holds beside them: so a list must hold packs of every group by
 * itself, unless its only pack goes into a batch that holds the others. A group of weight 0 is closed and may be
 * lacking; the groups of each factor are looked at by themselves.
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

/** The batch is named where it lacks a group, for then the list does as well. */
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
