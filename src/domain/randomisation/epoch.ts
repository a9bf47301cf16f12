import { RANDOMISATION_METHODS } from '../trials/trial-methods'
import { isBlockDesign, sizesOfDesign } from './block-sizes'
import type { AllocationDesign } from './design'
import { oneRatioDesigns } from './ratios'

/** What a change of the design does to counts, urns and blocks: nothing to draw by changed, they go on, or they begin again. */
export type CountsAfterChange = 'unchanged' | 'carried' | 'begin_again'

/**
 * What becomes of the counts when new settings are saved. They go on where the ratio and the keys are the same, so that there is
 * nothing to catch up with: only settings of a method that counts differ, or bounds that allow the same block sizes. They begin again
 * with any other change of the groups, their weights, the method, a stratification flag, block sizes or a sequence. Options of a
 * stratum by which the ratio does not differ, the treatment of flagged participants, names and dates do not count. Source: src/specification/rct-alloc-1.md#epochs.
 */
export const countsAfter = (before: AllocationDesign, after: AllocationDesign): CountsAfterChange => {
  if (textOf(epochSettings(before)) === textOf(epochSettings(after))) return 'unchanged'
  const isSameRatio = textOf(ratioAndKeys(before)) === textOf(ratioAndKeys(after))
  return isSameRatio && (isCounting(after) || hasSameSizes(before, after)) ? 'carried' : 'begin_again'
}

const epochSettings = ({ strata: _strata, exclude_flagged_participants: _flagged, ...rest }: AllocationDesign) => rest

/** What a count is of: the cells with their weights, and what keys are made of. */
const ratioAndKeys = (design: AllocationDesign) => ({
  method: design.method,
  cells: design.cells,
  ratios: design.ratios ?? null,
  is_stratified: design.is_stratified,
  is_site_stratified: design.is_site_stratified,
  factors: 'factors' in design ? design.factors.map(({ of }) => of) : [],
})

const isCounting = ({ method }: AllocationDesign): boolean =>
  RANDOMISATION_METHODS.some(({ name, is_counting }) => name === method && is_counting)

/** Bounds of blocks can differ and allow the same sizes, each with the same chance. */
const hasSameSizes = (before: AllocationDesign, after: AllocationDesign): boolean =>
  before.method === 'blocked' && after.method === 'blocked' && textOfSizes(before) === textOfSizes(after)

/** The sizes at each option where the ratio differs by one. */
const textOfSizes = (design: AllocationDesign): string =>
  oneRatioDesigns(design)
    .map(({ design: one }) => (isBlockDesign(one) ? sizesOfDesign(one).join() : ''))
    .join(';')

const textOf = (settings: object): string =>
  JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)))
