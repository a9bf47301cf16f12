import { ERRORS } from '#contract/errors'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { remainingParticipants } from '#domain/trials/progress'
import { mayRandomiseInStatus } from '#domain/trials/trial-status'
import { isWholeTrial, type TrialAtHand } from './trial-page'

/** Why this viewer cannot randomise in this trial now, in words; null where they can. The server decides in the end. */
export const reasonNotToRandomise = (trial: TrialAtHand, permission: EffectivePermission): string | null => {
  if (!can(permission, 'randomise')) return 'You do not have permission to randomise in this trial.'
  if (!mayRandomiseInStatus(trial.trial_status_id)) return `${ERRORS.trial_not_started.message}.`
  // A device does not store how many there are.
  return isWholeTrial(trial) && remainingParticipants(trial) === 0 ? `${ERRORS.sample_size_reached.message}.` : null
}
