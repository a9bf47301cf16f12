import { fitsFrame } from '#domain/randomisation/lists/judge-list'
import { hasPresentNames, joinedStrata, namesOfList, type ListFrame } from '#domain/randomisation/lists/list-rows'
import type { ListStratum } from '#domain/randomisation/own-list'
import type { ListContent } from '../../../ground/secrets/list-seal'

/** The lists in force: their numbers, and the rows of all together. */
export type InForce = { readonly numbers: readonly number[]; readonly strata: readonly ListStratum[] }

export const NONE_IN_FORCE: InForce = { numbers: [], strata: [] }

/**
 * Why a list that passed its tests cannot be used now, in words, or null: the design may have changed since, or another list have
 * come into force, behind whose rows these would lie though they were judged without them. A new name may be one that was exchanged
 * with another: the rows would then mean the opposite of what their author wrote.
 */
export const fitFault = (
  { groups, in_force, names, strata }: ListContent,
  before: InForce,
  frame: ListFrame,
  sample_size: number,
): string | null => {
  if (in_force.join() !== before.numbers.join()) return LIST_OVERTAKEN
  if (!hasPresentNames(names, namesOfList(strata, frame))) return NAMES_CHANGED
  const isOfGroups = JSON.stringify(groups) === JSON.stringify(frame.design.cells.map(({ group_ids }) => group_ids))
  const list = { added: strata, before: before.strata, whole: joinedStrata(before.strata, strata), sample_size }
  return isOfGroups && fitsFrame(list, frame) ? null : LIST_UNFIT
}

const LIST_OVERTAKEN = 'Another list has come into force since this one was uploaded. Upload a list that continues it'
const NAMES_CHANGED =
  'A study group, site, stratum or option that the list names has another name now. Upload the list again with the new names'
const LIST_UNFIT = 'The design has changed since the list was made, and the list does not fit it. Upload another list'
