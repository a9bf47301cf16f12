import { openGroupIds, type AllocationDesign } from './design'

type Group = { readonly id: number; readonly weight: number; readonly is_closed_at_cap: boolean }

/**
 * The ids of the study groups of which packs are wanted wherever anyone is randomised: the open ones, and those that are closed at their
 * cap. A site without packs of such a group would otherwise learn when it closed (decision 0098). A weight of 0 ends this.
 */
export const stockedGroupIds = (
  design: Pick<AllocationDesign, 'cells'>,
  groups: readonly Group[],
): readonly number[] => [
  ...openGroupIds(design),
  ...groups.flatMap(({ id, weight, is_closed_at_cap }) => (is_closed_at_cap && weight > 0 ? id : [])),
]
