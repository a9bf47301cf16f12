import type { AllocationDesign } from './design'

/**
 * Whether new settings begin a new epoch: the groups, their weights, block sizes, a stratification flag, or settings of the urn
 * or the minimisation differ. Options, the treatment of flagged participants, names and dates do not count. Source:
 * src/specification/rct-alloc-1.md#epochs.
 */
export const beginsNewEpoch = (before: AllocationDesign, after: AllocationDesign): boolean =>
  JSON.stringify(epochSettings(before)) !== JSON.stringify(epochSettings(after))

const epochSettings = ({ strata: _strata, exclude_flagged_participants: _flagged, ...rest }: AllocationDesign) =>
  Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
