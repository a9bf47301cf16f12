/**
 * Filters the list of users by whether a person has an account to sign in with. `not_invited` people have neither an account
 * nor a valid invitation.
 */
export const USER_ASSOCIATIONS = ['associated', 'not_associated', 'not_invited'] as const
export type UserAssociation = (typeof USER_ASSOCIATIONS)[number]

/**
 * Filters by whether a person may sign in: active is neither inactive nor expired; a person can be both of these. Ending is active, and
 * expires within `ACCOUNT_ENDS_SOON_MS`.
 */
export const USER_ACCOUNTS = ['active', 'ending', 'inactive', 'expired'] as const
export type UserAccount = (typeof USER_ACCOUNTS)[number]

/** How long before its end an account is announced to administrators: 30 days, in milliseconds. */
export const ACCOUNT_ENDS_SOON_MS = 30 * 86_400_000
