import type { BalancePart } from './balance'
import type { PooledReason } from './balance-form'

/** Each part as people read it. */
export const BALANCE_PART_TITLES: Record<BalancePart, string> = {
  trial: 'Whole trial',
  site: 'Site',
  option: 'Option',
  site_option: 'Site and option',
  cell: 'Combination of strata',
  site_cell: 'Site and combination',
}

/** The sentence in place of pooled groups. */
export const POOLED_WORDS: Record<PooledReason, string> = {
  blinded: 'Study groups are not shown, because you are blinded in this trial.',
  unequal_ratio: 'Study groups are not shown. With an unequal ratio, the sizes would show which group is which.',
}
