import type { InSystem, InTrial, Need } from '#contract/needs'
import { levelAnywhere, levelInSystem, neededInTrial, type TrialCapability } from '#domain/people/permissions'

/** The needs of a call in sentences, for readers of the API's document. */
export const needsInWords = (need: Need): string => {
  switch (need.kind) {
    case 'public':
      return 'Needs no sign-in.'
    case 'signed_in':
      return 'Needs a sign-in, and no permission.'
    case 'download':
      return `Needs a token, which works once. When it is used, its owner ${scopeInWords(need.of)}`
    case 'anywhere': {
      const { can, of } = need
      const ownNote = of === 'oneself' ? ' Anything of another user returns 404.' : ''
      return `The user needs ${levelOrAbove(levelAnywhere(can))} in any trial or in the system.${ownNote}`
    }
    case 'system':
    case 'trial':
      return `The user ${scopeInWords(need)}`
    case 'under_lock':
      return `The user needs ${inTrialWords(need.can)}. ${AT_SITES}`
    case 'trial_or_system': {
      const inSystem = `${levelOrAbove(levelInSystem(need.in_system))} in the system`
      const inTrial = levelOrAbove(neededInTrial(need.in_trial).level)
      return need.anywhere
        ? `The user needs ${inTrial} in any trial, or ${inSystem}.`
        : `The user needs ${inTrial} in each trial concerned. If there is none, the user needs ${inSystem}.`
    }
  }
}

const AT_SITES = 'Only the sites of their permissions count.'

const scopeInWords = (need: InTrial | InSystem): string => {
  if (need.kind === 'system') return `needs ${levelOrAbove(levelInSystem(need.can))} in the system.`
  const sentences = [
    `needs ${inTrialWords(need.can)}.`,
    ...(need.and ? [`The user also needs ${levelOrAbove(levelInSystem(need.and))} in the system.`] : []),
    ...(need.for_oneself ? [`For themselves, users need ${inTrialWords(need.for_oneself)}.`] : []),
    ...(need.of ? [`A ${need.of} at a site that is not theirs returns 404.`] : []),
  ]
  return sentences.join(' ')
}

const inTrialWords = (capability: TrialCapability): string => {
  const { level, flag, unblinded } = neededInTrial(capability)
  const conditions = [...(flag ? [FLAGS[flag]] : []), ...(unblinded ? ['and must not be blinded'] : [])]
  return [`${levelOrAbove(level)} in the trial`, ...conditions].join(', ')
}

const FLAGS = {
  has_study_packs_access: 'with access to study packs',
  is_unblind_authorized: 'with permission to unblind',
} as const

const levelOrAbove = (level: number): string => `level ${level} or above`
