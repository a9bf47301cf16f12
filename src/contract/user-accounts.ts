import * as v from 'valibot'
import { ignored } from './answered-beside-form'
import { endpoint, MAX_IMPORT_BYTES, MAX_LIST_BYTES } from './endpoint'
import { rowFault } from './problem'
import { exactObject, id, idInAddress, undo } from './fields'
import { chosenTimeZone, emailAddress, personName, seenEmail } from './user-fields'
import { user } from './users'
import { inSystem } from './needs'
import { PERSON_TOUCHES } from './touches'

/** The message for an import without a row. */
export const NO_IMPORT_ENTRIES = 'No import entries found'

/** The most users that one import creates. */
export const MAX_IMPORTED_USERS = 10_000

/** A new user, or one row of an import, whose file calls the zone `timezone`. */
export const newUser = exactObject({ name: personName, email: emailAddress, selected_timezone: chosenTimeZone })
export type NewUser = v.InferOutput<typeof newUser>

const newUsers = v.pipe(
  v.array(newUser, 'Must be a list'),
  v.minLength(1, NO_IMPORT_ENTRIES),
  v.maxLength(MAX_IMPORTED_USERS, `At most ${MAX_IMPORTED_USERS} users`),
)

/** The body of POST users: one user, or a list of them in an import. */
export const newUserOrUsers = v.union([newUser, newUsers])

const created = v.strictObject({ id, name: v.string() })

export const createUsers = endpoint({
  method: 'POST',
  path: 'users',
  summary: 'Create a user, or many with `insert_type=bulk`, all or none',
  needs: inSystem('manageUsers'),
  query: { insert_type: v.optional(v.picklist(['bulk'], 'Must be bulk')) },
  // The body decides which of the two is parsed, so that a fault names its own field or row.
  body: v.lazy((sent) => {
    if (sent === undefined) return newUserOrUsers
    return Array.isArray(sent) ? newUsers : newUser
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 201,
  touches: ['users/*'],
  response: v.union([created, v.strictObject({ data: v.array(created) })]),
})

export const previewUsers = endpoint({
  method: 'POST',
  path: 'users/preview',
  saves_nothing: true,
  summary: 'Check which email addresses of an import belong to other users; null is an unreadable address',
  needs: inSystem('manageUsers'),
  body: exactObject({
    emails: v.pipe(
      v.array(v.nullable(emailAddress), 'Must be a list'),
      v.maxLength(MAX_IMPORTED_USERS, `At most ${MAX_IMPORTED_USERS} users`),
    ),
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 200,
  response: v.strictObject({ rows: v.array(rowFault) }),
})

const ofUser = { user_id: idInAddress }

export const updateUser = endpoint({
  method: 'PUT',
  path: 'users/{user_id}',
  summary: 'Save a user’s profile: name, email address and, if given, time zone',
  needs: inSystem('manageUsers'),
  parameters: ofUser,
  body: exactObject({
    name: personName,
    email: emailAddress,
    selected_timezone: v.optional(chosenTimeZone),
    seen_email: seenEmail,
    id: ignored,
    is_active: ignored,
    is_expired: ignored,
    expires_at: ignored,
    max_level: ignored,
    user_profiles: ignored,
    invitation: ignored,
    user_permissions: ignored,
    trial_notification: ignored,
  }),
  // Some clients send the user back as it was answered, with every permission.
  max_body_bytes: MAX_LIST_BYTES,
  status: 200,
  touches: PERSON_TOUCHES,
  response: user,
  errors: ['reaches_more', 'address_changed_meanwhile'],
  asks_fresh_sign_in: 'sometimes',
})

export const setUserActive = endpoint({
  method: 'POST',
  path: 'users/{user_id}/active',
  summary: 'Mark a user active, or mark a user inactive and end their sessions',
  needs: inSystem('manageUsers'),
  parameters: ofUser,
  body: exactObject({ is_active: v.boolean('Must be true or false'), undo }),
  status: 200,
  touches: PERSON_TOUCHES,
  response: user,
  errors: ['own_account', 'last_administrator', 'not_undone'],
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: 'users/{user_id}/second-factor/reset',
  summary: 'Reset the second factor of a user’s external accounts',
  needs: inSystem('manageUsers'),
  parameters: ofUser,
  status: 200,
  touches: ['users/*'],
  response: user,
  errors: ['own_second_factor', 'reaches_more', 'no_second_factor'],
})

export const extendUser = endpoint({
  method: 'POST',
  path: 'users/{user_id}/expiry',
  summary: 'Extend an account to one year from now, never shortening it',
  needs: inSystem('manageUsers'),
  parameters: ofUser,
  body: exactObject({ is_expired: v.literal(false, 'Must be false: an account can only be extended') }),
  status: 200,
  touches: PERSON_TOUCHES,
  response: user,
})
