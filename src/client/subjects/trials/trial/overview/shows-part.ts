import type { Trial, TrialStatistics } from '#contract/trials'
import type { EffectivePermission } from '#domain/people/permissions'
import { sumOf } from './largest-rows'

/** Whether a viewer's figures are those of some sites, while the trial's own counts are of all of them. */
export const showsPart = (
  trial: Pick<Trial, 'num_sampled'>,
  permission: EffectivePermission,
  { recruitment, flagged_left_out }: Pick<TrialStatistics, 'recruitment' | 'flagged_left_out'>,
): boolean => permission.role.context === 'site' && sumOf(recruitment) - flagged_left_out < trial.num_sampled
