/**
 * Filters the list of users by whether a person has an account to sign in with. `not_invited` people have neither an account
 * nor a valid invitation.
 */
export const USER_ASSOCIATIONS = ['associated', 'not_associated', 'not_invited'] as const
export type UserAssociation = (typeof USER_ASSOCIATIONS)[number]

/** Filters by whether a person may sign in: active is neither inactive nor expired; a person can be both of these. */
export const USER_ACCOUNTS = ['active', 'inactive', 'expired'] as const
export type UserAccount = (typeof USER_ACCOUNTS)[number]
