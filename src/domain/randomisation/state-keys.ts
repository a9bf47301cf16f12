import type { AllocationDesign } from './design'
import { optionOf, stratumKey, type DrawnParticipant } from './strata'

/**
 * The keys under which a draw for this participant finds what it needs of the draws before, each to be read and written
 * with it: none in simple randomisation, the stratum key in blocks and urns, the level of each factor, in order of the
 * factors, in a minimisation. Source: src/specification/rct-alloc-1.md#strata-and-keys.
 */
export const stateKeys = (
  design: AllocationDesign,
  epoch: number,
  participant: DrawnParticipant,
): readonly string[] => {
  switch (design.method) {
    case 'standard':
      return []
    case 'blocked':
    case 'urn':
      return [stratumKey(design, epoch, participant)]
    case 'minimisation':
      return design.factors.map(({ of }) => `epoch=${epoch};${levelKey(of, participant)}`)
  }
}

const levelKey = (factor: 'trial' | 'site' | number, participant: DrawnParticipant): string => {
  if (factor === 'trial') return 'factor=trial'
  if (factor === 'site') return `factor=site;level=${participant.site_id}`
  return `factor=${factor};level=${optionOf(participant, factor)}`
}
