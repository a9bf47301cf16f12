import { usesStrata } from '../trials/trial-methods'
import type { AllocationDesign } from './design'
import { optionOf, stratumKey, type DrawnParticipant } from './strata'

/**
 * The keys under which the states for this participant's draw are read and then written: in a minimisation the level of
 * each factor, in order of the factors; none where strata are only recorded; else the stratum key. Source:
 * src/specification/rct-alloc-1.md#strata-and-keys.
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
