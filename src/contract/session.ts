import { IDENTITY_PROVIDERS, type ProviderFamily } from '#domain/sign-in/identity'
import * as v from 'valibot'
import { ignored } from './answered-beside-form'
import { displayChange, displaySettings } from './display-settings'
import { endpoint, noBody } from './endpoint'
import { exactObject, id, idInAddress, instant, REQUIRED } from './fields'
import { chosenTimeZone, emailAddress, seenEmail } from './user-fields'
import { anybody, inTrial, signedIn } from './needs'
import { PERSON_TOUCHES } from './touches'

const idsOf = (family: ProviderFamily) =>
  IDENTITY_PROVIDERS.filter((provider) => provider.family === family).map((provider) => provider.id)

const token = v.strictObject({
  token: v.string(),
  expires_at: instant,
  /** True where the provider was asked to sign the person in again (`prompt` login), and did. */
  is_proved_now: v.optional(v.literal(true)),
})
export type SessionToken = v.InferOutput<typeof token>

const reference = v.pipe(v.string(REQUIRED), v.regex(/^[\x21-\x7e]{1,200}$/, 'Must be 1 to 200 printable characters'))

/** Makes the provider ask for the account, even where it remembers one (OpenID Connect Core, 3.1.2.1). */
const prompt = v.optional(v.picklist(['login', 'select_account']))

/**
 * `confirm` proves the identity of the signed-in person again and begins no session; the provider is asked with `prompt` login.
 */
const purpose = v.optional(v.literal('confirm'))

const redirect = { method: 'GET', needs: anybody, status: 302 } as const

export const redirectToPing = endpoint({
  ...redirect,
  path: 'auth/ping/redirect',
  summary: 'Redirect the browser to a sign-in provider',
  query: { idp: v.picklist(idsOf('ping')), association_token: v.optional(reference), prompt, purpose },
  response: noBody,
})

export const redirectToAaf = endpoint({
  ...redirect,
  path: 'auth/aaf/redirect',
  summary: 'Redirect the browser to the academic federation',
  query: { association_token: v.optional(reference), prompt, purpose },
  response: noBody,
})

/**
 * The parameters with which a provider sends the browser back (OpenID Connect Core, 3.1.2.5 and 3.1.2.6); it may add others.
 */
const authorisationResponse = {
  state: v.optional(v.string()),
  code: v.optional(v.string()),
  error: v.optional(v.string()),
}

export const returnFromPing = endpoint({
  ...redirect,
  path: 'auth/ping/callback',
  summary: 'Receive the browser from a sign-in provider, and redirect it to the return page',
  query: authorisationResponse,
  response: noBody,
})

export const returnFromAaf = endpoint({
  ...redirect,
  path: 'auth/aaf/callback',
  summary: 'Receive the browser from the academic federation, and redirect it to the return page',
  query: authorisationResponse,
  response: noBody,
})

const LOGIN_ERRORS = [
  'ref_invalid',
  'identity_unknown',
  'identity_taken',
  'association_token_invalid',
  'account_inactive',
  'account_expired',
] as const

export const loginFromPing = endpoint({
  method: 'GET',
  path: 'auth/ping/login',
  summary: 'Exchange the REF of a return page for a token, once, in the browser that began the sign-in',
  needs: anybody,
  query: { idp: v.picklist(idsOf('ping')), ref: reference, association_token: v.optional(reference) },
  status: 200,
  response: token,
  errors: LOGIN_ERRORS,
})

export const loginFromAaf = endpoint({
  method: 'GET',
  path: 'auth/aaf/login',
  summary: 'Exchange the REF of the federation’s return page for a token',
  needs: anybody,
  query: { access_token: reference, association_token: v.optional(reference) },
  status: 200,
  response: token,
  errors: LOGIN_ERRORS,
})

export const logout = endpoint({
  method: 'POST',
  path: 'auth/logout',
  summary: 'End the session, with its token and every renewal of it',
  needs: signedIn,
  status: 204,
  touches: [],
  response: noBody,
})

export const confirmSignIn = endpoint({
  method: 'POST',
  path: 'auth/me/fresh-sign-in',
  summary: 'Confirm this session with a fresh sign-in, for five minutes',
  needs: signedIn,
  body: exactObject({ idp: v.picklist(IDENTITY_PROVIDERS.map(({ id: provider }) => provider)), ref: reference }),
  status: 204,
  touches: [],
  response: noBody,
  errors: ['confirmation_invalid', 'other_person'],
})

const me = v.strictObject({
  id,
  name: v.string(),
  email: v.string(),
  selected_timezone: v.nullable(v.string()),
  max_level: v.number(),
  /** Missing in answers that an older version stored. */
  display: v.optional(displaySettings),
})
export type Me = v.InferOutput<typeof me>

export const getMe = endpoint({
  method: 'GET',
  path: 'auth/me',
  summary: 'Read the signed-in user',
  needs: signedIn,
  status: 200,
  response: me,
  is_versioned: true,
})

export const getOutboxKey = endpoint({
  method: 'GET',
  path: 'auth/me/outbox-key',
  summary: 'Read the key (AES-256, base64) that seals this user’s unsent actions on devices',
  needs: signedIn,
  status: 200,
  response: v.strictObject({ key: v.pipe(v.string(), v.base64(), v.length(44)) }),
})

export const updateMe = endpoint({
  method: 'PUT',
  path: 'auth/me/update',
  summary: 'Save the user’s own profile: email address and time zone',
  needs: signedIn,
  body: exactObject({
    id,
    email: emailAddress,
    selected_timezone: chosenTimeZone,
    seen_email: seenEmail,
    name: ignored,
    max_level: ignored,
    display: ignored,
  }),
  status: 200,
  touches: PERSON_TOUCHES,
  response: me,
  errors: ['forbidden', 'address_changed_meanwhile'],
  asks_fresh_sign_in: 'sometimes',
})

export const saveDisplaySettings = endpoint({
  method: 'PUT',
  path: 'auth/me/display',
  summary: 'Change how the portal looks to the user: theme, density, start page, columns and saved filters',
  needs: signedIn,
  body: displayChange,
  status: 200,
  touches: ['auth/me'],
  response: me,
})

export const permission = v.strictObject({
  role: v.strictObject({
    level: v.number(),
    title: v.string(),
    context: v.nullable(v.picklist(['system', 'trial', 'site'])),
  }),
  has_study_packs_access: v.boolean(),
  is_unblind_authorized: v.boolean(),
  is_blinded_partial: v.boolean(),
  is_blinded_whole: v.boolean(),
})

export const getSystemPermission = endpoint({
  method: 'GET',
  path: 'auth/me/system-permission',
  summary: 'Read the user’s own system permission',
  needs: signedIn,
  status: 200,
  response: permission,
  is_versioned: true,
})

export const getTrialPermission = endpoint({
  method: 'GET',
  path: 'auth/me/trial-permission/{trial_id}',
  summary: 'Read the user’s own permission in one trial; level 0 means none',
  needs: signedIn,
  parameters: { trial_id: idInAddress },
  status: 200,
  response: permission,
  is_versioned: true,
})

export const getPermittedSites = endpoint({
  method: 'GET',
  path: 'auth/me/trial-permission/{trial_id}/sites',
  summary: 'List the user’s own sites in a trial, by title',
  needs: inTrial('viewTrial'),
  parameters: { trial_id: idInAddress },
  status: 200,
  response: v.strictObject({ data: v.array(v.strictObject({ id, title: v.string() })) }),
  is_versioned: true,
})
