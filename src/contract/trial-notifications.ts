import { PREFERENCE_NAMES } from '#domain/people/notifications'
import { recordOf } from '#domain/record-of'
import * as v from 'valibot'
import { ignored } from './answered-beside-form'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, undo } from './fields'
import { inTrial, signedIn } from './needs'

const chosen = v.boolean('Must be true or false')

const preferences = recordOf(PREFERENCE_NAMES, () => chosen)

/**
 * A person's notifications in a trial, chosen or by default. There is one for each person and trial, so its `id` is the
 * person's.
 */
export const trialNotification = v.strictObject({
  id,
  trial_id: id,
  user_id: id,
  ...preferences,
  /** Without it, `on_study_packs` cannot be chosen. */
  has_study_packs_access: v.boolean(),
})
export type TrialNotification = v.InferOutput<typeof trialNotification>

/** One's own, with the trial's title. */
const ownNotification = v.strictObject({
  ...trialNotification.entries,
  trial: v.strictObject({ id, title: v.string() }),
})

export const listOwnNotifications = endpoint({
  method: 'GET',
  path: 'auth/me/notifications',
  summary: 'List the user’s own notification settings in each trial',
  needs: signedIn,
  status: 200,
  response: v.strictObject({ data: v.array(ownNotification) }),
})

export const saveTrialNotification = endpoint({
  method: 'PUT',
  path: 'trials/{trial_id}/users/{user_id}/notifications/{notification_id}',
  summary: 'Save the notification settings of a user in a trial',
  needs: inTrial('manageTrialUsers', { for_oneself: 'viewTrial' }),
  parameters: { trial_id: idInAddress, user_id: idInAddress, notification_id: idInAddress },
  body: v.pipe(
    exactObject({
      ...preferences,
      id: ignored,
      trial_id: ignored,
      user_id: ignored,
      has_study_packs_access: ignored,
      trial: ignored,
      undo,
    }),
    v.transform(
      ({ id: _id, trial_id: _trial, user_id: _user, has_study_packs_access: _access, trial: _title, ...flags }) =>
        flags,
    ),
  ),
  status: 200,
  touches: ['auth/me/notifications', 'trials/{trial_id}/users'],
  response: trialNotification,
  errors: ['not_undone'],
})
