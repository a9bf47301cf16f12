/**
 * Filters the list of users by whether a person has an account to sign in with. `not_invited` people have neither an account
 * nor a valid invitation.
 */
export const USER_ASSOCIATIONS = ['associated', 'not_associated', 'not_invited'] as const
export type UserAssociation = (typeof USER_ASSOCIATIONS)[number]

/**
 * Filters by whether a person may sign in: active is neither inactive nor expired; a person can be both of these. Ending is not
 * inactive, and expires within `ACCOUNT_ENDS_SOON_MS` or expired so long ago at most, with a permission left.
 */
export const USER_ACCOUNTS = ['active', 'ending', 'inactive', 'expired'] as const
export type UserAccount = (typeof USER_ACCOUNTS)[number]

/** How long before and after its end administrators are shown an account: 30 days, in milliseconds. */
export const ACCOUNT_ENDS_SOON_MS = 30 * 86_400_000
