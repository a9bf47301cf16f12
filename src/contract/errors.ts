import { DESIGN_NOT_CONFIRMED } from '#domain/trials/design-confirmation'
import { DIFFERENT_SITES } from '#domain/study-packs/study-pack'
import { NOT_FOUND, TOKEN_EXPIRED } from './errors-shown-first'
import type { ConflictingPack, DuplicateParticipant, RowFault } from './problem'

/**
 * Every refusal of the API: its status, title, and default message. Programs branch on the code; server and client read this
 * one table.
 */
export const ERRORS = {
  not_json: { status: 400, title: 'Not JSON', message: 'The request body is not valid JSON' },
  malformed_header: { status: 400, title: 'Malformed header', message: 'A request header is malformed' },
  no_token: { status: 401, title: 'Not signed in', message: 'Please sign in' },
  token_invalid: {
    status: 401,
    title: 'Not signed in',
    message: 'Your sign-in was not recognised. Please sign in again',
  },
  token_expired: TOKEN_EXPIRED,
  token_revoked: { status: 401, title: 'Signed out', message: 'You have been signed out. Please sign in again' },
  session_idle: {
    status: 401,
    title: 'Signed out',
    message: 'You were signed out because this session was not used for a while. Please sign in again',
  },
  account_inactive: {
    status: 401,
    title: 'Account inactive',
    message: 'Your account is marked inactive. Please contact the service',
  },
  account_expired: {
    status: 401,
    title: 'Account expired',
    message: 'Your account has expired. Please contact the service',
  },
  ref_invalid: {
    status: 401,
    title: 'Sign-in failed',
    message: 'This sign-in link has been used or has expired. Please sign in again',
  },
  identity_unknown: {
    status: 401,
    title: 'Sign-in failed',
    message: 'This account is not linked to a user of the service. Please contact the service',
  },
  download_token_invalid: {
    status: 401,
    title: 'Download not possible',
    message: 'This download link has been used or has expired. Please generate the report again',
  },
  provider_refused: {
    status: 401,
    title: 'Sign-in failed',
    message: 'The sign-in provider did not confirm who you are. Please sign in again',
  },
  association_token_invalid: {
    status: 404,
    title: 'Invitation not valid',
    message: 'This invitation has been used or has expired. Please ask the service for a new one',
  },
  forbidden: { status: 403, title: 'Not permitted', message: 'You do not have permission to do this' },
  sign_in_not_fresh: {
    status: 403,
    title: 'Sign in again to confirm',
    message: 'Sign in again to confirm that it is you. Nothing was changed',
  },
  other_person: {
    status: 403,
    title: 'Another account',
    message: 'This account belongs to someone else. Sign in with your own account',
  },
  blinded: {
    status: 403,
    title: 'Blinded',
    message: 'This is not available while you are blinded in this trial',
  },
  own_permission: {
    status: 403,
    title: 'Own permission',
    message: 'You cannot add, change or delete your own permissions',
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
    message: 'You edited this design last, so someone else must confirm it',
  },
  own_reopening: {
    status: 403,
    title: 'Own request',
    message: 'You requested that this trial is re-opened, so someone else must confirm it',
  },
  site_not_permitted: {
    status: 403,
    title: 'Site not permitted',
    message: 'You are not permitted to randomise at this site',
  },
  not_found: NOT_FOUND,
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    message: 'This method is not allowed at this address',
  },
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
    message: 'This site is not open yet. Ask a trial administrator to open it',
  },
  site_full: {
    status: 409,
    title: 'Site full',
    message: 'This site has all the participants that it may have. Ask a trial administrator',
  },
  stratum_full: {
    status: 409,
    title: 'Stratum full',
    message: 'The trial has all the participants of this kind that it may have. Ask a trial administrator',
  },
  already_waiting: {
    status: 409,
    title: 'Already waiting',
    message: 'This participant ID is already on the waiting list of the trial',
  },
  place_is_free: {
    status: 409,
    title: 'A place is free',
    message: 'A place is free for this participant. Randomise them instead',
  },
  participant_id_duplicate: {
    status: 409,
    title: 'Participant ID duplicate',
    message: 'This participant ID has already been used in the trial',
  },
  no_study_pack_available: {
    status: 409,
    title: 'No study pack available',
    message: 'Study packs are missing at this site. Ask a trial administrator',
  },
  no_participants_yet: {
    status: 409,
    title: 'No participants yet',
    message: 'No participant was randomised in this trial yet',
  },
  reference_set_not_ready: {
    status: 409,
    title: 'Reference set not ready',
    message: 'This randomisation test has no reference set. Wait until it is done',
  },
  trial_not_editable: {
    status: 409,
    title: 'Trial not editable',
    message: 'Settings can be saved only while the trial is Planning or Paused',
  },
  trial_changed_meanwhile: {
    status: 409,
    title: 'Trial changed meanwhile',
    message: 'Someone else saved these settings after you opened them. Your changes were not saved',
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
      'After randomisation has occurred, study groups cannot be removed. The methods and the exclusion of flagged participants cannot be changed',
  },
  list_used_up: {
    status: 409,
    title: 'No place left',
    message: 'No place is left on the list for this participant. Ask the trial’s administrators for more places',
  },
  list_not_used: {
    status: 409,
    title: 'No uploaded list',
    message: 'This trial does not use an uploaded list',
  },
  list_not_awaited: {
    status: 409,
    title: 'List not expected',
    message: 'This trial takes no list in its present status',
  },
  list_changed_meanwhile: {
    status: 409,
    title: 'List changed meanwhile',
    message: 'This is not the list that waits to be confirmed. Open the page again',
  },
  list_unfit: {
    status: 409,
    title: 'List does not fit',
    message: 'The list does not fit the design of the trial. Nothing was changed',
  },
  list_author: {
    status: 409,
    title: 'Makes the list of the trial',
    message: 'This person makes the list of allocations, so they may not see participants',
  },
  own_list: {
    status: 403,
    title: 'Own list',
    message: 'You made this list, so someone else must confirm it',
  },
  renaming_not_confirmed: {
    status: 409,
    title: 'New names not confirmed',
    message: 'New names need a reason and the trial’s title, typed exactly. Nothing was saved',
  },
  nonce_not_accepted: {
    status: 409,
    title: 'Start nonce not accepted',
    message: 'A start nonce is accepted only once, and only while the trial is Planning',
  },
  reveal_not_allowed: {
    status: 409,
    title: 'Reveal not allowed',
    message: 'The seed can be revealed only once the trial is Finished or Terminated',
  },
  archive_not_allowed: {
    status: 409,
    title: 'Archive not allowed',
    message: 'A trial can be archived only once it is Finished or Terminated and its seed is revealed',
  },
  report_not_ready: {
    status: 409,
    title: 'Report not ready',
    message: 'A randomisation report can be generated only once the trial has been started',
  },
  not_undone: { status: 409, title: 'Not undone', message: 'Not undone' },
  flag_state_unchanged: {
    status: 409,
    title: 'Flag unchanged',
    message: 'Nothing was changed: the flag was already set or removed',
  },
  not_blinded: {
    status: 409,
    title: 'Not blinded',
    message: 'You can already see this participant’s study group',
  },
  many_unblinded: {
    status: 409,
    title: 'Please confirm again',
    message:
      'You have unblinded four times or more within an hour. Press again if this participant must be unblinded too',
  },
  status_change_not_allowed: {
    status: 409,
    title: 'Status change not allowed',
    message: 'The trial cannot change to this status from its current one',
  },
  design_not_confirmed: {
    status: 409,
    title: 'Design not confirmed',
    message: DESIGN_NOT_CONFIRMED,
  },
  list_not_redrawn: {
    status: 409,
    title: 'List not drawn again',
    message: 'The study groups come from an uploaded list, so they cannot be drawn again',
  },
  capped_not_redrawn: {
    status: 409,
    title: 'Caps not drawn again',
    message: 'A study group has or had a limit of participants, so the groups cannot be drawn again',
  },
  reopening_not_possible: {
    status: 409,
    title: 'Re-opening not possible',
    message: 'Only a Finished trial whose seed is not revealed can be re-opened',
  },
  reopening_not_requested: {
    status: 409,
    title: 'Re-opening not requested',
    message: 'This request was confirmed or replaced, or its requester may no longer re-open trials',
  },
  confirmation_not_awaited: {
    status: 409,
    title: 'Confirmation not needed',
    message: 'The design of this trial does not need to be confirmed now',
  },
  opening_not_awaited: {
    status: 409,
    title: 'Opening not needed',
    message: 'This site does not need to be opened',
  },
  confirmation_invalid: {
    status: 409,
    title: 'Not confirmed',
    message: 'This sign-in does not confirm that it is you. Sign in again',
  },
  message_not_resendable: {
    status: 409,
    title: 'Email cannot be sent again',
    message: 'Only an email that was sent or has failed can be sent again',
  },
  alarm_acknowledged: {
    status: 409,
    title: 'Alarm acknowledged',
    message: 'This alarm was already acknowledged',
  },
  packs_not_managed: {
    status: 409,
    title: 'Packs not managed',
    message: 'This trial does not manage study packs',
  },
  pack_status_conflict: {
    status: 409,
    title: 'Pack status conflict',
    message: 'A selected study pack has a status that does not allow this. Nothing was changed',
  },
  needs_unblinded_person: {
    status: 409,
    title: 'Needs an unblinded person',
    message: 'Changing only these packs could reveal their study groups. Nothing was changed',
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
    message: 'A second person must confirm this pack before it is dispensed. A confirmation is valid for one hour',
  },
  check_not_asked: {
    status: 409,
    title: 'Second check not needed',
    message: 'This trial does not need a second person to confirm packs',
  },
  permission_exists: {
    status: 409,
    title: 'Permission exists',
    message: 'The user already has this permission',
  },
  blinding_conflict: {
    status: 409,
    title: 'Blinding conflict',
    message: 'The user’s other permissions in this trial are blinded differently. They must all have the same blinding',
  },
  identity_taken: {
    status: 409,
    title: 'Account in use',
    message:
      'This account is already associated with another user. Please choose another account or contact the service',
  },
  user_not_invitable: {
    status: 409,
    title: 'User cannot be invited',
    message: 'User is currently marked inactive or expired',
  },
  already_associated: {
    status: 409,
    title: 'Already associated',
    message: 'This user already has an account to sign in with',
  },
  address_changed_meanwhile: {
    status: 409,
    title: 'Address changed meanwhile',
    message: 'This email address was changed after you opened this page. Nothing was saved',
  },
  reaches_more: {
    status: 403,
    title: 'Needs another administrator',
    message: 'This user can see or do more in a trial than you. Another administrator must do this',
  },
  address_too_new: {
    status: 409,
    title: 'Address too new',
    message:
      'The email address of this user was changed less than seven days ago. An administrator whose account is older than seven days can invite them now',
  },
  no_second_factor: {
    status: 409,
    title: 'No second factor',
    message: 'This user has no second factor to reset',
  },
  last_administrator: {
    status: 409,
    title: 'Last system administrator',
    message: 'No other system administrator can sign in. Create another system administrator first',
  },
  idempotency_key_closed: {
    status: 409,
    title: 'Request closed',
    message: 'This request was refused or cancelled before. Nothing was changed. Please send it again as a new one',
  },
  body_too_large: { status: 413, title: 'Too large', message: 'The request is too large' },
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
    message: 'This idempotency key has already been used for another request',
  },
  wrong_confirmation_code: {
    status: 422,
    title: 'Wrong confirmation code',
    message: 'This is not the confirmation code of this pack. Check the three digits on the label',
  },
  one_pack_at_a_time: {
    status: 422,
    title: 'One pack at a time',
    message: 'Dispense these packs one at a time, each with its confirmation code',
  },
  too_many_codes: {
    status: 429,
    title: 'Too many codes',
    message: 'Too many wrong confirmation codes for this pack. Wait before you try again',
  },
  too_many_simulations: {
    status: 429,
    title: 'Too many simulations',
    message: 'Too many of your simulations are running. Wait for one to finish, or cancel one',
  },
  too_many_randomisation_tests: {
    status: 429,
    title: 'Too many randomisation tests',
    message: 'Too many randomisation tests of this trial are running. Wait for one to finish, or cancel one',
  },
  too_many_tries: {
    status: 429,
    title: 'Too many attempts',
    message: 'Too many attempts. Please wait before you try again',
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
    message: 'We do not know whether this was saved. Send the same request again: it will not be done twice',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    message: 'The portal has too much to do at the moment. This request changed nothing. Try again shortly',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    message: 'The service is briefly unavailable. Nothing was changed. Try again in a minute',
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>

export type ErrorCode = keyof typeof ERRORS

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode)

/** Errors that any call may answer. */
export const ERRORS_OF_EVERY_CALL = [
  'not_found',
  'method_not_allowed',
  'malformed_header',
  'validation_failed',
  'too_many_requests',
  'internal_error',
  'overloaded',
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

/** A refusal as a value: its code, and the details that the caller needs. */
export type Refusal = {
  code: ErrorCode
  message?: string
  fields?: Record<string, string>
  duplicate_warning_type?: 'Warn' | 'Block' | 'PUT'
  duplicates?: DuplicateParticipant[]
  rows?: RowFault[]
  packs?: ConflictingPack[]
  /** Seconds after which the caller may try again. */
  retry_after?: number
}

/** Makes a refusal from a code of the table; `details` are sent with it. */
export const refusal = (code: ErrorCode, details: Omit<Refusal, 'code'> = {}): Refusal => ({ code, ...details })

/** A 422 with a message for each invalid field by its path (`sites.0.title`). */
export const invalidFields = (fields: Record<string, string>): Refusal => refusal('validation_failed', { fields })

/** A 422 that names each invalid row; `fields` also has the first fault of each field by its path (`0.role_id`). */
export const invalidRows = (rows: RowFault[]): Refusal => {
  const fields = rows.toReversed().map(({ row, column, message }) => [`${row - 1}.${column}`, message])
  return refusal('validation_failed', { fields: Object.fromEntries(fields), rows })
}
