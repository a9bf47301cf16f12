import { DESIGN_NOT_CONFIRMED } from '#domain/design-confirmation'
import { DIFFERENT_SITES } from '#domain/study-pack'
import * as v from 'valibot'

/**
 * Every refusal of the API: its status, its title, and the words shown where nothing more exact is known. Programs branch on the
 * code; both sides read this one table.
 */
export const ERRORS = {
  not_json: { status: 400, title: 'Not JSON', message: 'The request body is not valid JSON' },
  malformed_header: { status: 400, title: 'Malformed header', message: 'A request header is malformed' },
  no_token: { status: 401, title: 'Not signed in', message: 'Please sign in' },
  token_invalid: {
    status: 401,
    title: 'Not signed in',
    message: 'The sign-in could not be recognised; please sign in again',
  },
  token_expired: { status: 401, title: 'Signed out', message: 'Your session has expired; please sign in again' },
  token_revoked: { status: 401, title: 'Signed out', message: 'You have been signed out; please sign in again' },
  session_idle: {
    status: 401,
    title: 'Signed out',
    message: 'You were signed out because nobody used this session for a while. Please sign in again',
  },
  account_inactive: {
    status: 401,
    title: 'Account inactive',
    message: 'Your account is marked inactive; please contact the service',
  },
  account_expired: {
    status: 401,
    title: 'Account expired',
    message: 'Your account has expired; please contact the service',
  },
  ref_invalid: {
    status: 401,
    title: 'Sign-in failed',
    message: 'This sign-in link has been used or has run out; please sign in again',
  },
  identity_unknown: {
    status: 401,
    title: 'Sign-in failed',
    message: 'This account is not linked to a user of the service; please contact the service',
  },
  download_token_invalid: {
    status: 401,
    title: 'Download not possible',
    message: 'This download link has been used or has run out; please generate the report again',
  },
  provider_refused: {
    status: 401,
    title: 'Sign-in failed',
    message: 'The sign-in provider did not confirm who you are; please sign in again',
  },
  association_token_invalid: {
    status: 404,
    title: 'Invitation not valid',
    message: 'This invitation has been used or has run out; please ask the service to send it again',
  },
  forbidden: { status: 403, title: 'Not permitted', message: 'Your permission does not include this' },
  sign_in_not_fresh: {
    status: 403,
    title: 'Sign in again to confirm',
    message: 'Sign in again to confirm that it is you. Nothing was changed',
  },
  other_person: {
    status: 403,
    title: 'Another account',
    message: 'This account belongs to somebody else. Sign in with an account of your own',
  },
  blinded: {
    status: 403,
    title: 'Blinded',
    message: 'This would tell more about the study groups than your blinding in the trial allows',
  },
  own_permission: {
    status: 403,
    title: 'Own permission',
    message: 'You cannot give, change or end a permission of your own',
  },
  own_account: {
    status: 403,
    title: 'Own account',
    message: 'You cannot mark your own account inactive',
  },
  own_second_factor: {
    status: 403,
    title: 'Own second factor',
    message: 'Another administrator must reset your second factor',
  },
  own_design: {
    status: 403,
    title: 'Own design',
    message: 'You were the last to change this design, so somebody else confirms it',
  },
  site_not_permitted: {
    status: 403,
    title: 'Site not permitted',
    message: 'You are not permitted to randomise at this site',
  },
  not_found: { status: 404, title: 'Not found', message: 'Resource not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed', message: 'This address does not take that method' },
  trial_not_started: {
    status: 409,
    title: 'Trial not started',
    message: 'Participants can be randomised only while the trial is Started',
  },
  sample_size_reached: { status: 409, title: 'Sample size reached', message: 'The trial has reached its sample size' },
  site_deleted: { status: 409, title: 'Site deleted', message: 'This site no longer takes part in the trial' },
  site_not_opened: {
    status: 409,
    title: 'Site not opened',
    message: 'This site has not been opened yet; nobody was randomised',
  },
  participant_id_duplicate: {
    status: 409,
    title: 'Participant ID duplicate',
    message: 'This participant ID has already been used in the trial',
  },
  no_study_pack_available: {
    status: 409,
    title: 'No study pack available',
    message: 'The site does not hold the study packs that randomising needs; nobody was randomised',
  },
  trial_not_editable: {
    status: 409,
    title: 'Trial not editable',
    message: 'Settings can be saved only while the trial is planning or paused',
  },
  trial_changed_meanwhile: {
    status: 409,
    title: 'Trial changed meanwhile',
    message: 'Someone else has saved these settings since you opened them; nothing of yours was saved',
  },
  strata_locked: {
    status: 409,
    title: 'Strata locked',
    message: 'Strata cannot be edited after randomisation has occurred',
  },
  design_locked: {
    status: 409,
    title: 'Design locked',
    message:
      'Methods and the exclusion of flagged participants cannot be changed, nor study groups removed, after randomisation has occurred',
  },
  renaming_not_confirmed: {
    status: 409,
    title: 'New names not confirmed',
    message: 'New names need a reason and the trial’s title, typed exactly. Nothing was saved',
  },
  nonce_not_accepted: {
    status: 409,
    title: 'Start nonce not accepted',
    message: 'A start nonce is accepted once, while the trial is planning',
  },
  reveal_not_allowed: {
    status: 409,
    title: 'Reveal not allowed',
    message: 'The seed can be revealed only once the trial is finished or terminated',
  },
  flag_state_unchanged: {
    status: 409,
    title: 'Flag unchanged',
    message: 'The participant is in this flag state already',
  },
  not_blinded: {
    status: 409,
    title: 'Not blinded',
    message: 'You see this participant’s study group already, so there is nothing to unblind',
  },
  many_unblinded: {
    status: 409,
    title: 'Please confirm once more',
    message:
      'You have unblinded four times or more within an hour. Press again if this participant must be unblinded too',
  },
  status_change_not_allowed: {
    status: 409,
    title: 'Status change not allowed',
    message: 'The trial cannot be set to this status from its present one',
  },
  design_not_confirmed: {
    status: 409,
    title: 'Design not confirmed',
    message: DESIGN_NOT_CONFIRMED,
  },
  confirmation_not_awaited: {
    status: 409,
    title: 'Confirmation not awaited',
    message: 'The design of this trial does not wait to be confirmed',
  },
  opening_not_awaited: {
    status: 409,
    title: 'Opening not awaited',
    message: 'This site does not wait to be opened',
  },
  confirmation_invalid: {
    status: 409,
    title: 'Not confirmed',
    message: 'This sign-in does not confirm that it is you. Sign in again',
  },
  message_not_resendable: {
    status: 409,
    title: 'Message not resendable',
    message: 'Only a message that was sent or has failed can be sent again',
  },
  packs_not_managed: {
    status: 409,
    title: 'Packs not managed',
    message: 'This trial does not manage study packs',
  },
  pack_status_conflict: {
    status: 409,
    title: 'Pack status conflict',
    message: 'The status of a study pack does not permit this; nothing was changed',
  },
  needs_unblinded_person: {
    status: 409,
    title: 'Needs an unblinded person',
    message: 'This change of single packs could tell their study groups. Nothing was changed',
  },
  packs_from_different_sites: {
    status: 409,
    title: 'Packs from different sites',
    message: DIFFERENT_SITES,
  },
  pack_expired: {
    status: 409,
    title: 'Pack expired',
    message: 'The study pack is past its expiry date and must not be dispensed',
  },
  second_person_needed: {
    status: 409,
    title: 'Second person needed',
    message:
      'In this trial a second person confirms a pack before it is dispensed, and nobody has done so within the hour',
  },
  check_not_asked: {
    status: 409,
    title: 'Check not asked',
    message: 'This trial does not ask a second person to confirm packs before they are dispensed',
  },
  permission_exists: {
    status: 409,
    title: 'Permission exists',
    message: 'The user holds this role there already',
  },
  blinding_conflict: {
    status: 409,
    title: 'Blinding conflict',
    message:
      'The user’s other permissions in this trial are blinded differently; one person has one blinding in a trial',
  },
  identity_taken: {
    status: 409,
    title: 'Account in use',
    message:
      'This account is associated with another user of the service already; please choose another account or contact the service',
  },
  user_not_invitable: {
    status: 409,
    title: 'User not invitable',
    message: 'User is currently marked inactive or expired',
  },
  already_associated: {
    status: 409,
    title: 'Already associated',
    message: 'This user has an account to sign in with already',
  },
  reaches_more: {
    status: 403,
    title: 'Needs another administrator',
    message: 'This user may see a trial or study groups that you may not, so another administrator must do this',
  },
  address_too_new: {
    status: 409,
    title: 'Address too new',
    message:
      'The email address of this user was changed less than seven days ago. Another administrator, whose account is older than that, can invite them now',
  },
  no_second_factor: {
    status: 409,
    title: 'No second factor',
    message: 'This user has no second factor to reset',
  },
  last_administrator: {
    status: 409,
    title: 'Last system administrator',
    message: 'No other system administrator can sign in; make another one first',
  },
  idempotency_key_closed: {
    status: 409,
    title: 'Request closed',
    message: 'This request was closed without effect after its answer had been given up; nothing happened',
  },
  body_too_large: { status: 413, title: 'Too large', message: 'The request is larger than the call takes' },
  unsupported_content_type: {
    status: 415,
    title: 'Unsupported content type',
    message: 'The request body must be application/json',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    message: 'Some entries are not valid. Correct them and send again',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Key reused',
    message: 'This idempotency key has been used for another request',
  },
  wrong_confirmation_code: {
    status: 422,
    title: 'Wrong confirmation code',
    message: 'The confirmation code is not that of this pack',
  },
  one_pack_at_a_time: {
    status: 422,
    title: 'One pack at a time',
    message: 'In this trial packs are dispensed one at a time, each with its confirmation code',
  },
  too_many_codes: {
    status: 429,
    title: 'Too many codes',
    message: 'Too many wrong confirmation codes were tried for this pack; wait before trying again',
  },
  too_many_simulations: {
    status: 429,
    title: 'Too many simulations',
    message: 'You have as many simulations under way as one person may; wait for one to end, or cancel one',
  },
  too_many_tries: {
    status: 429,
    title: 'Too many tries',
    message: 'Too many tries; please wait before trying again',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    message: 'Too many requests were sent in a short time. Nothing was changed. Wait a minute, then try again',
  },
  internal_error: {
    status: 500,
    title: 'Server error',
    message: 'An unexpected error has occurred on the server',
  },
  outcome_unknown: {
    status: 500,
    title: 'Outcome unknown',
    message:
      'The database was lost in the middle, so it is not known whether this was done; ask again with the same key',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    message: 'The service is briefly unavailable; nothing was changed',
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** Errors that any call may answer, whatever it does. */
export const ERRORS_OF_EVERY_CALL = [
  'not_found',
  'method_not_allowed',
  'malformed_header',
  'validation_failed',
  'too_many_requests',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]

export const ERRORS_OF_SIGNED_IN_CALLS = [
  'no_token',
  'token_invalid',
  'token_expired',
  'token_revoked',
  'session_idle',
  'account_inactive',
  'account_expired',
] as const satisfies readonly ErrorCode[]

export const ERRORS_OF_CALLS_WITH_BODY = [
  'not_json',
  'body_too_large',
  'unsupported_content_type',
] as const satisfies readonly ErrorCode[]

export const ERRORS_OF_WRITES = [
  'idempotency_key_reused',
  'idempotency_key_closed',
  'outcome_unknown',
] as const satisfies readonly ErrorCode[]

export const ERRORS_OF_CALLS_WITH_FRESH_SIGN_IN = ['sign_in_not_fresh'] as const satisfies readonly ErrorCode[]

/** A refusal as a value: its code, and what the one who asked needs to understand it. */
export type Refusal = {
  code: ErrorCode
  message?: string
  fields?: Record<string, string>
  duplicate_warning_type?: 'Warn' | 'Block' | 'PUT'
  duplicates?: DuplicateParticipant[]
  rows?: RowFault[]
  packs?: ConflictingPack[]
  /** Seconds after which it may be tried again. */
  retry_after?: number
}

/** A study pack whose status does not permit what was asked, with what happened to it last. */
export type ConflictingPack = v.InferOutput<typeof conflictingPack>

/** A participant who has the ID already, at a site that the viewer reaches; never with a study group. */
export type DuplicateParticipant = v.InferOutput<typeof duplicateParticipant>

/** What is wrong in a list that is taken whole or not at all: the row, counted from 1, its column, and why. */
export const rowFault = v.object({ row: v.number(), column: v.string(), message: v.string() })
export type RowFault = v.InferOutput<typeof rowFault>

/** A refusal with one of the table's codes; `details` are sent with it. */
export const refusal = (code: ErrorCode, details: Omit<Refusal, 'code'> = {}): Refusal => ({ code, ...details })

/** A 422 that names each field at fault by its path (`sites.0.title`) with its message. */
export const invalidFields = (fields: Record<string, string>): Refusal => refusal('validation_failed', { fields })

/** A 422 that names each row at fault; `fields` names the first fault of each place by its path (`0.role_id`) too. */
export const invalidRows = (rows: RowFault[]): Refusal => {
  const fields = rows.toReversed().map(({ row, column, message }) => [`${row - 1}.${column}`, message])
  return refusal('validation_failed', { fields: Object.fromEntries(fields), rows })
}

const conflictingPack = v.object({
  id: v.number(),
  pack_id: v.string(),
  study_pack_status_id: v.number(),
  last_log: v.nullable(
    v.object({
      created_at: v.string(),
      actioned_by_user: v.nullable(v.object({ id: v.number(), name: v.string() })),
      action: v.string(),
      comment: v.string(),
      is_day_only: v.optional(v.boolean()),
    }),
  ),
})

const duplicateParticipant = v.object({
  trial_sequence_no: v.number(),
  created_at: v.string(),
  participant_id: v.string(),
  site: v.object({ id: v.number(), title: v.string() }),
})

/** What an error answer holds (RFC 9457, `application/problem+json`). */
export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  message: v.string(),
  code: v.string(),
  request_id: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  duplicate_warning_type: v.optional(v.picklist(['Warn', 'Block', 'PUT'])),
  duplicates: v.optional(v.array(duplicateParticipant)),
  packs: v.optional(v.array(conflictingPack)),
  rows: v.optional(v.array(rowFault)),
})

export type Problem = v.InferOutput<typeof problem>
