import { accepted, refused, type Outcome } from '../outcome'
import type { FlagStatusName } from './participant'
import { randomisationMethodOfId } from '../trials/trial-methods'

/** A participant's flag status as the API names it. */
export const flagStatusOf = (isFlagged: boolean): FlagStatusName => (isFlagged ? 'Flagged' : 'Unflagged')

export type FlagState = {
  is_flagged: boolean
  /** Whether a flag has taken the participant out of the counts that a draw uses. */
  is_counted_out: boolean
  /** The epoch in which the participant was drawn. */
  epoch: number
}

type FlagRules = { exclude_flagged_participants: boolean; randomisation_method_id: number; epoch: number }

type FlagRequest = {
  /** The wanted status; null toggles the present one. */
  flag_status: FlagStatusName | null
  /** Whether this person's flags change the counts that a draw uses. */
  steers: boolean
}

/** The changes of setting or lifting a flag. */
export type FlagChange = {
  is_flagged: boolean
  is_counted_out: boolean
  /** Added to the trial's `num_sampled`. */
  sampled_by: -1 | 0 | 1
  /** Added to the counts that a draw uses, if they include the participant. */
  counts_by: -1 | 0 | 1
}

/**
 * The effect of a person's flag. Refused where the participant has the wanted status already, so that two queued flags do not
 * cancel each other out. With flagged participants excluded, `num_sampled` follows every flag. The counts of a method that
 * draws by them follow only flags of people who steer, and only in the present epoch. Source:
 * src/specification/rct-alloc-1.md#flags.
 */
export const changeFlag = (
  participant: FlagState,
  trial: FlagRules,
  request: FlagRequest,
): Outcome<FlagChange, 'flag_state_unchanged'> => {
  const is_flagged = request.flag_status === null ? !participant.is_flagged : request.flag_status === flagStatusOf(true)
  if (is_flagged === participant.is_flagged) return refused('flag_state_unchanged')
  const isExcluded = is_flagged && trial.exclude_flagged_participants
  const movesCounts = request.steers && keepsCounts(trial) && participant.epoch === trial.epoch
  const is_counted_out = movesCounts ? isExcluded : participant.is_counted_out
  return accepted({
    is_flagged,
    is_counted_out,
    sampled_by: trial.exclude_flagged_participants ? step(participant.is_flagged, is_flagged) : 0,
    counts_by: step(participant.is_counted_out, is_counted_out),
  })
}

/** −1 for a participant who is now out of the counts, 1 for one who is in again. */
const step = (wasOut: boolean, isOut: boolean): -1 | 0 | 1 => {
  if (wasOut === isOut) return 0
  return isOut ? -1 : 1
}

const keepsCounts = ({ randomisation_method_id }: FlagRules): boolean =>
  randomisationMethodOfId(randomisation_method_id)?.is_counting ?? false
