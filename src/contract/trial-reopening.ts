import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, instant, reason } from './fields'
import { inTrial } from './needs'
import { TRIAL_TOUCHES } from './touches'

const ofTrial = { trial_id: idInAddress }

/** How the re-opening of a trial stands. */
const trialReopening = v.strictObject({
  /** Whether the trial is Finished and its seed is not revealed. */
  is_possible: v.boolean(),
  /** The request that waits for a second person, or null. */
  request: v.nullable(
    v.strictObject({ id, by: v.strictObject({ id, name: v.string() }), at: instant, reason: v.string() }),
  ),
})
export type TrialReopening = v.InferOutput<typeof trialReopening>

/*
 * A trial that was finished by mistake. An instance without the setting TRIAL_REOPENING has none of these calls and answers
 * `not_found`.
 */

export const getTrialReopening = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/reopening',
  summary: 'Read whether a trial can be re-opened, and the request that waits for a second person',
  needs: inTrial('reopenTrial'),
  parameters: ofTrial,
  status: 200,
  response: trialReopening,
})

export const requestTrialReopening = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/reopening-request',
  summary: 'Request that a trial finished by mistake is re-opened; this replaces an earlier request',
  needs: inTrial('reopenTrial'),
  parameters: ofTrial,
  body: exactObject({ reason }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trialReopening,
  errors: ['reopening_not_possible'],
  asks_fresh_sign_in: 'always',
})

export const reopenTrial = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/reopening',
  summary: 'Re-open a trial as the second person, which is then Paused',
  needs: inTrial('reopenTrial'),
  parameters: ofTrial,
  /** The request that the person was shown. */
  body: exactObject({ request_id: id }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trialReopening,
  errors: ['reopening_not_possible', 'reopening_not_requested', 'own_reopening'],
  asks_fresh_sign_in: 'always',
})
