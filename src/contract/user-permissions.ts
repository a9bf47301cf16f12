import { ROLE_REQUIRED, USER_REQUIRED } from '#domain/people/granting'
import { ROLE_CONTEXTS } from '#domain/people/permissions'
import * as v from 'valibot'
import { ignored } from './answered-beside-form'
import { endpoint, MAX_IMPORT_BYTES, noBody } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { inAnyTrialOrSystem, inTrialOrSystem } from './needs'
import { PERMISSION_TOUCHES } from './touches'

export const role = v.strictObject({
  id,
  title: v.string(),
  level: v.number(),
  context: v.picklist(ROLE_CONTEXTS),
})

/** A permission of a user, with the names of its role, trial and site. */
export const userPermission = v.strictObject({
  id,
  user_id: id,
  role_id: id,
  role: v.omit(role, ['id']),
  trial_id: v.nullable(id),
  trial: v.nullable(v.strictObject({ id, title: v.string() })),
  site_id: v.nullable(id),
  site: v.nullable(v.strictObject({ id, title: v.string() })),
  is_blinded_partial: v.boolean(),
  is_blinded_whole: v.boolean(),
  is_unblind_authorized: v.boolean(),
  has_study_packs_access: v.boolean(),
  created_at: instant,
  updated_at: instant,
  /** Only the answer to a repeated request can include a permission that has ended. */
  ended_at: v.nullable(instant),
})
export type UserPermission = v.InferOutput<typeof userPermission>

const flag = v.boolean('Must be true or false')

/** The fields that GET answers beside the form. */
const answeredBeside = {
  id: ignored,
  role: ignored,
  trial: ignored,
  site: ignored,
  created_at: ignored,
  updated_at: ignored,
  ended_at: ignored,
}

/** The address names the user of a single permission. */
const answeredOfUser = { ...answeredBeside, user_id: ignored }

type AnsweredBeside = { [Field in keyof typeof answeredBeside]?: unknown }

/** The sent form without the ignored fields. */
const formOf = <Sent extends AnsweredBeside>({
  id: _id,
  role: _role,
  trial: _trial,
  site: _site,
  created_at: _created_at,
  updated_at: _updated_at,
  ended_at: _ended_at,
  ...form
}: Sent) => form

const formOfUser = <Sent extends AnsweredBeside & { user_id?: unknown }>({ user_id: _user_id, ...sent }: Sent) =>
  formOf(sent)

const formFields = {
  role_id: v.pipe(v.number(ROLE_REQUIRED), id),
  trial_id: v.nullish(id, null),
  site_id: v.nullish(id, null),
  /** Both missing: as the trial demands, otherwise unblinded. */
  is_blinded_partial: v.optional(flag),
  is_blinded_whole: v.optional(flag),
  is_unblind_authorized: v.optional(flag, false),
  has_study_packs_access: v.optional(flag, false),
  /** Sets the user's other permissions in the trial to the same blinding. */
  force_update: v.optional(flag, false),
}

/** The form that grants a permission. */
export const permissionForm = v.pipe(exactObject({ ...answeredOfUser, ...formFields }), v.transform(formOfUser))

/** The form that changes a permission: a missing field stays unchanged. Of the two blinding fields, a missing one is false. */
const permissionChange = v.pipe(
  exactObject({
    ...answeredOfUser,
    role_id: v.optional(formFields.role_id),
    trial_id: v.optional(v.nullable(id)),
    site_id: v.optional(v.nullable(id)),
    is_blinded_partial: v.optional(flag),
    is_blinded_whole: v.optional(flag),
    is_unblind_authorized: v.optional(flag),
    has_study_packs_access: v.optional(flag),
    force_update: formFields.force_update,
    /**
     * The version answered when the form was opened: a change of a later one is refused. Where it is missing, this is not
     * checked.
     */
    updated_at: v.optional(instant),
  }),
  v.transform(({ updated_at, ...sent }) => ({ ...formOfUser(sent), updated_at })),
)
export type PermissionChange = v.InferOutput<typeof permissionChange>

/** A permission of a list, with its user. */
export const permissionEntry = v.pipe(
  exactObject({ ...answeredBeside, user_id: v.pipe(v.number(USER_REQUIRED), id), ...formFields }),
  v.transform(formOf),
)
export type PermissionEntry = v.InferOutput<typeof permissionEntry>

/** Needed to grant, change or end a permission. */
export const NEEDED_TO_GRANT = inTrialOrSystem('manageTrialUsers', 'manageUsers')

const parameters = { user_id: idInAddress }
const ofPermission = { ...parameters, permission_id: idInAddress }

export const listUserPermissions = endpoint({
  method: 'GET',
  path: 'users/{user_id}/permissions',
  summary: 'List a user’s permissions that the caller may manage',
  needs: inAnyTrialOrSystem('manageTrialUsers', 'manageUsers'),
  parameters,
  status: 200,
  response: v.strictObject({ data: v.array(userPermission) }),
})

export const grantPermission = endpoint({
  method: 'POST',
  path: 'users/{user_id}/permissions',
  summary: 'Add a permission to a user',
  needs: NEEDED_TO_GRANT,
  parameters,
  body: permissionForm,
  status: 201,
  touches: PERMISSION_TOUCHES,
  response: userPermission,
  errors: ['own_permission', 'blinded', 'permission_exists', 'blinding_conflict', 'list_author'],
  asks_fresh_sign_in: 'sometimes',
})

export const changePermission = endpoint({
  method: 'PUT',
  path: 'users/{user_id}/permissions/{permission_id}',
  summary: 'Update a permission: role and site within its trial, blinding and delegation',
  needs: NEEDED_TO_GRANT,
  parameters: ofPermission,
  body: permissionChange,
  status: 200,
  touches: PERMISSION_TOUCHES,
  response: userPermission,
  errors: [
    'own_permission',
    'blinded',
    'trial_changed_meanwhile',
    'permission_exists',
    'blinding_conflict',
    'list_author',
  ],
  asks_fresh_sign_in: 'sometimes',
})

export const endPermission = endpoint({
  method: 'DELETE',
  path: 'users/{user_id}/permissions/{permission_id}',
  summary: 'Delete a permission, keeping its record',
  needs: NEEDED_TO_GRANT,
  parameters: ofPermission,
  status: 204,
  touches: PERMISSION_TOUCHES,
  response: noBody,
  errors: ['own_permission', 'blinded', 'last_administrator'],
  asks_fresh_sign_in: 'sometimes',
})

/** The most permissions that one list grants, as many as an import creates users; no others can be written meanwhile. */
export const MAX_GIVEN_AT_ONCE = 10_000

export const grantManyPermissions = endpoint({
  method: 'POST',
  path: 'users/permissions',
  summary: 'Add many permissions, all or none',
  needs: NEEDED_TO_GRANT,
  body: v.pipe(
    v.array(permissionEntry, 'Must be a list'),
    v.minLength(1, 'At least one permission is required'),
    v.maxLength(MAX_GIVEN_AT_ONCE, `At most ${MAX_GIVEN_AT_ONCE} permissions`),
  ),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 201,
  touches: PERMISSION_TOUCHES,
  response: v.strictObject({ data: v.array(userPermission) }),
  asks_fresh_sign_in: 'sometimes',
})
