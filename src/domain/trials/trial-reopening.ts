import { FINISHED, PAUSED, type TrialStatusId } from './trial-status'

/** The statement of the second person, stored with their name and the time. */
export const REOPENED_MEANING = 'This trial was finished by mistake, and I confirm that it is re-opened'

/** The status of a trial after it was re-opened: no one is randomised until a person starts it again. */
export const REOPENED_STATUS: TrialStatusId = PAUSED

type EndedTrial = { readonly trial_status_id: number; readonly seed_revealed_at: string | null }

/**
 * Whether a trial can be re-opened: it is Finished, and its seed is not revealed. Whoever has the seed could foresee each further
 * allocation.
 */
export const mayReopen = ({ trial_status_id, seed_revealed_at }: EndedTrial): boolean =>
  trial_status_id === FINISHED && seed_revealed_at === null

type ReopeningRequest = { readonly id: number; readonly requested_by: number }

export type ReopeningRefusal = 'reopening_not_possible' | 'reopening_not_requested' | 'own_reopening'

/**
 * Why a person may not confirm the request that they were shown; null where they may. In: the request that waits, or null. The person
 * must not be the one who made it.
 */
export const reopeningRefusal = (
  trial: EndedTrial,
  waiting: ReopeningRequest | null,
  by: { readonly user_id: number; readonly request_id: number },
): ReopeningRefusal | null => {
  if (!mayReopen(trial)) return 'reopening_not_possible'
  if (waiting?.id !== by.request_id) return 'reopening_not_requested'
  return waiting.requested_by === by.user_id ? 'own_reopening' : null
}
