import * as v from 'valibot'
import { endpoint, MAX_IMPORT_BYTES } from './endpoint'
import { rowFault } from './problem'
import { exactObject, id, idInAddress, listOf, page, pageSize, searchText } from './fields'
import { trialNotification } from './trial-notifications'
import { MAX_GIVEN_AT_ONCE, permissionEntry, userPermission } from './user-permissions'
import { inTrial } from './needs'

/** A person with a permission in a trial, and all their permissions there. */
const trialUser = v.strictObject({
  id,
  name: v.string(),
  user_permissions: v.array(userPermission),
  /** Their notifications there, for themselves and for people who manage the trial's users. */
  trial_notification: v.optional(trialNotification),
  /**
   * The state of their account, as in `user`. Left out for people who do not manage the trial's users, and by an older server, beside
   * which a new one runs during an upgrade.
   */
  is_active: v.exactOptional(v.boolean()),
  is_expired: v.exactOptional(v.boolean()),
})
export type TrialUser = v.InferOutput<typeof trialUser>

export const listTrialUsers = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/users',
  summary: 'List the users of a trial at the viewer’s sites, by name',
  needs: inTrial('viewTrial'),
  parameters: { trial_id: idInAddress },
  query: { name: searchText, page, page_size: pageSize() },
  status: 200,
  response: listOf(trialUser),
})

/** A user of a file, by name and address, so that a wrong digit in an ID is noticed before sending. */
const namedUser = v.strictObject({
  id,
  name: v.string(),
  email: v.string(),
  is_active: v.boolean(),
  is_expired: v.boolean(),
})
export type NamedUser = v.InferOutput<typeof namedUser>

export const previewTrialUsers = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/users/preview',
  saves_nothing: true,
  summary: 'Check a list of users and permissions before it is added to a trial',
  needs: inTrial('importTrialUsers', { and: 'manageUsers' }),
  parameters: { trial_id: idInAddress },
  body: exactObject({
    user_ids: v.pipe(
      v.array(id, 'Must be a list'),
      v.maxLength(MAX_GIVEN_AT_ONCE, `At most ${MAX_GIVEN_AT_ONCE} users`),
    ),
    permissions: v.pipe(
      v.array(v.nullable(permissionEntry), 'Must be a list'),
      v.maxLength(MAX_GIVEN_AT_ONCE, `At most ${MAX_GIVEN_AT_ONCE} permissions`),
    ),
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 200,
  response: v.strictObject({ data: v.array(namedUser), rows: v.array(rowFault) }),
})
