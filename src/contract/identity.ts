import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import * as v from 'valibot'
import { endpoint, noBody } from './endpoint'
import { exactObject, id, idInAddress, instant, optionalText, REQUIRED, requiredText } from './fields'
import { emailAddress } from './user-fields'
import { anybody, inSystem, signedIn, toPerform } from './needs'

/** The secret of an invitation, from the link in its email. */
const associationToken = v.pipe(
  v.string(REQUIRED),
  v.regex(/^[\x21-\x7e]{1,200}$/, 'Must be 1 to 200 printable characters'),
)

export const requestAssociation = endpoint({
  method: 'POST',
  path: 'auth/idp-association',
  summary: 'Email a user a link to associate a sign-in account, and end earlier links',
  needs: toPerform(inSystem('manageUsers')),
  body: exactObject({
    user_id: id,
    /** Sends nothing to people who have an account already, for inviting many at once. */
    unless_associated: v.optional(v.boolean('Must be true or false'), false),
  }),
  status: 204,
  touches: ['users/*'],
  response: noBody,
  errors: ['user_not_invitable', 'already_associated', 'reaches_more', 'address_too_new'],
})

export const showAssociation = endpoint({
  method: 'GET',
  path: 'auth/idp-association',
  summary: 'Read whom an invitation is for, without using it',
  needs: anybody,
  query: { token: associationToken },
  status: 200,
  response: v.strictObject({
    user: v.strictObject({ id, name: v.string(), email: v.string() }),
    token: v.string(),
  }),
  errors: ['association_token_invalid'],
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: 'users/{user_id}/profiles/{profile_id}',
  summary: 'Delete an association, and end the sessions that began with it',
  needs: toPerform(inSystem('manageUsers')),
  parameters: { user_id: idInAddress, profile_id: idInAddress },
  status: 204,
  touches: ['users/*', 'auth/me'],
  response: noBody,
  errors: ['last_administrator'],
})

export const createExternalAccount = endpoint({
  method: 'POST',
  path: 'auth/lti/create',
  summary:
    'Create an external user account for an invited user. `insert` says whether it existed, `activate` whether its password is set',
  needs: anybody,
  body: exactObject({
    user_id: id,
    first_name: requiredText(127),
    /** Empty for a person who has one name. */
    last_name: v.pipe(
      optionalText(127),
      v.transform((name) => name ?? ''),
    ),
    email: emailAddress,
    association_token: associationToken,
  }),
  status: 200,
  touches: [],
  response: v.strictObject({ insert: v.boolean(), activate: v.boolean() }),
  errors: ['association_token_invalid', 'too_many_tries'],
})

const session = v.strictObject({
  id,
  idp: v.nullable(v.picklist(IDENTITY_PROVIDERS.map((provider) => provider.id))),
  /** The browser and its operating system, in words; null where the User-Agent names no known one. */
  device: v.nullable(v.string()),
  signed_in_at: instant,
  last_seen_at: instant,
  is_current: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof session>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: 'auth/me/sessions',
  summary: 'List the signed-in user’s current sessions, most recently seen first',
  needs: signedIn,
  status: 200,
  response: v.strictObject({ data: v.array(session) }),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: 'auth/me/sessions/{session_id}',
  summary: 'End one of the signed-in user’s sessions',
  needs: signedIn,
  parameters: { session_id: idInAddress },
  status: 204,
  touches: ['auth/me/sessions'],
  response: noBody,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: 'auth/me/sessions/end-others',
  summary: 'End all other sessions of the signed-in user, and count them',
  needs: signedIn,
  status: 200,
  touches: ['auth/me/sessions'],
  response: v.strictObject({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
})
