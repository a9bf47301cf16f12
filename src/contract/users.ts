import { USER_ACCOUNTS, USER_ASSOCIATIONS } from '#domain/people/user-filter'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { id, idInAddress, instant, listOf, order, page, pageSize, searchText } from './fields'
import { trialNotification } from './trial-notifications'
import { role, userPermission } from './user-permissions'
import { inSystem, inTrialOrSystem, signedIn } from './needs'

/** The fields of a user that people who manage one trial may see. */
const nameOfUser = { id, name: v.string() }

/** A user as people who manage the users of the service see them. */
export const user = v.strictObject({
  ...nameOfUser,
  email: v.string(),
  selected_timezone: v.nullable(v.string()),
  /** Whether an administrator allows them to sign in. */
  is_active: v.boolean(),
  /** Whether `expires_at` is past. */
  is_expired: v.boolean(),
  /** When the account expires; null for never. */
  expires_at: v.nullable(instant),
  /** The highest level anywhere. */
  max_level: v.number(),
  user_profiles: v.array(v.strictObject({ id, idp: v.string(), created_at: instant })),
  /** The invitation that can still be used, or null. */
  invitation: v.nullable(v.strictObject({ sent_at: instant, expires_at: instant })),
  /** The permissions that the caller may grant; where a trial is named, in this trial. */
  user_permissions: v.array(userPermission),
  /** Their notifications in the trial, where one is named. */
  trial_notification: v.optional(trialNotification),
})
export type User = v.InferOutput<typeof user>

/** All fields for people who manage the users of the service; id and name for others. */
const listedUser = v.strictObject({ ...v.partial(user).entries, ...nameOfUser })
export type ListedUser = v.InferOutput<typeof listedUser>

export const listRoles = endpoint({
  method: 'GET',
  path: 'users/roles',
  summary: 'List all roles',
  needs: signedIn,
  status: 200,
  response: v.strictObject({ data: v.array(role) }),
})

export const listUsers = endpoint({
  method: 'GET',
  path: 'users',
  summary: 'List users. With `trial` a trial administrator reads IDs and names only',
  needs: inTrialOrSystem('manageTrialUsers', 'manageUsers'),
  query: {
    q: searchText,
    trial: v.optional(idInAddress),
    association: v.optional(v.picklist(USER_ASSOCIATIONS)),
    account: v.optional(v.picklist(USER_ACCOUNTS)),
    /** By email address only for people who manage the users of the service: an order would tell an address bit by bit. */
    sort: v.optional(v.picklist(['name', 'id', 'email'], 'Not a field to sort users by'), 'name'),
    order: order('asc'),
    page,
    page_size: pageSize(),
  },
  status: 200,
  response: listOf(listedUser),
})

export const getUser = endpoint({
  method: 'GET',
  path: 'users/{user_id}',
  summary: 'Read one user',
  needs: inSystem('manageUsers'),
  parameters: { user_id: idInAddress },
  status: 200,
  response: user,
})
