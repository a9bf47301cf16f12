import { accepted, refused, type Outcome } from '../outcome'
import type { FlagStatusName } from './participant'
import { randomisationMethodOfId } from '../trials/trial-methods'

/** A participant's flag state in the words of the wire. */
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
  /** The state asked for; null takes the other one. */
  flag_status: FlagStatusName | null
  /** Whether this person's flags move the counts that a draw uses. */
  steers: boolean
}

/** What setting or lifting a flag changes. */
export type FlagChange = {
  is_flagged: boolean
  is_counted_out: boolean
  /** Added to the trial's `num_sampled`. */
  sampled_by: -1 | 0 | 1
  /** Added to the counts that a draw uses, where they held the participant. */
  counts_by: -1 | 0 | 1
}

/**
 * What a person's flag does: how the participant stands, the rules and epoch of the trial, and what is asked for. Refused
 * where the state asked for holds already, so that two queued flags never cancel each other out. With flagged participants
 * excluded, `num_sampled` follows every flag, but the counts of an urn or a minimisation only those of people who steer, and
 * nothing moves for an epoch that no draw looks at any more. Source: src/specification/rct-alloc-1.md#flags.
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

/** One less for whoever is out now, one more for whoever is in again. */
const step = (wasOut: boolean, isOut: boolean): -1 | 0 | 1 => {
  if (wasOut === isOut) return 0
  return isOut ? -1 : 1
}

const keepsCounts = ({ randomisation_method_id }: FlagRules): boolean =>
  randomisationMethodOfId(randomisation_method_id)?.is_counting ?? false
