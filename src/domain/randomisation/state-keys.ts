import { usesStrata } from '../trials/trial-methods'
import type { AllocationDesign } from './design'
import { optionOf, stratumKey, type DrawnParticipant } from './strata'

/**
 * The keys under which a draw for this participant finds what it needs of the draws before, each to be read and written
 * with it: the level of each factor, in order of the factors, in a minimisation; none where strata are only recorded; else the
 * stratum key. Source: src/specification/rct-alloc-1.md#strata-and-keys.
 */
export const stateKeys = (
  design: AllocationDesign,
  epoch: number,
  participant: DrawnParticipant,
): readonly string[] => {
  if ('factors' in design) return design.factors.map(({ of }) => `epoch=${epoch};${levelKey(of, participant)}`)
  return usesStrata(design.method) ? [stratumKey(design, epoch, participant)] : []
}

const levelKey = (factor: 'trial' | 'site' | number, participant: DrawnParticipant): string => {
  if (factor === 'trial') return 'factor=trial'
  if (factor === 'site') return `factor=site;level=${participant.site_id}`
  return `factor=${factor};level=${optionOf(participant, factor)}`
}
