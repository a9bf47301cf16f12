/**
 * The kinds of counts and their subjects: an external account by its email address, from a known place or anywhere
 * else; a network address; an invitation.
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
