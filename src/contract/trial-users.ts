import * as v from 'valibot'
import { endpoint, nothing } from './endpoint'
import { id, idInAddress, listOf, page, pageSize, searchText } from './fields'
import { trialNotification } from './trial-notifications'
import { userPermission } from './user-permissions'

/** Somebody with a permission in a trial, and his permissions there. */
const trialUser = v.strictObject({
  id,
  name: v.string(),
  user_permissions: v.array(userPermission),
  /** What he is told of there, for himself and for who looks after the trial's users. */
  trial_notification: v.optional(trialNotification),
})
export type TrialUser = v.InferOutput<typeof trialUser>

export const listTrialUsers = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/users',
  summary: 'Who has a permission in a trial, at the sites the viewer reaches, by name',
  access: 'signed_in',
  parameters: { trial_id: idInAddress },
  query: { name: searchText, page, page_size: pageSize() },
  status: 200,
  response: listOf(trialUser),
  errors: [],
  body: nothing,
})
