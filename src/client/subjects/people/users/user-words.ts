import type { UserAccount, UserAssociation } from '#domain/people/user-filter'

/** The button, and the dialog that it opens. */
export const ADD_USER_PERMISSION = 'Add new user permission'

/** The title where one user, or many, could not be created. */
export const USER_CREATION_FAILED = 'User creation failed'

/** The filters of the list of users, in words. */
export const ASSOCIATION_WORDS = [
  { value: 'associated', label: 'Associated' },
  { value: 'not_associated', label: 'Not associated' },
  { value: 'not_invited', label: 'Not invited' },
] as const satisfies readonly { value: UserAssociation; label: string }[]

export const ACCOUNT_WORDS = [
  { value: 'active', label: 'Active' },
  // Ends or ended within 30 days. On a phone a filter has room for 14 letters.
  { value: 'ending', label: 'Near its end' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'expired', label: 'Expired' },
] as const satisfies readonly { value: UserAccount; label: string }[]

/** The page that invites many, and the links to it. */
export const INVITE_USERS = 'Invite users'
