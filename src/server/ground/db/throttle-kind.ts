/**
 * What is counted, and against what: an external account by its e-mail address, at a place that it was opened from before or anywhere
 * else; an address of the network; an invitation.
 */
export type ThrottleKind =
  | 'password_of_account'
  | 'password_at_known_place'
  | 'password_from_address'
  | 'code_of_account'
  | 'code_from_address'
  | 'mail_to_account'
  | 'reset_from_address'
  | 'creation_from_address'
  | 'creation_by_invitation'
