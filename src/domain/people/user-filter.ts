/**
 * What the list of users is narrowed by: whether a person has an account to sign in with. Who is not invited has none, and no
 * invitation that can still be used.
 */
export const USER_ASSOCIATIONS = ['associated', 'not_associated', 'not_invited'] as const
export type UserAssociation = (typeof USER_ASSOCIATIONS)[number]

/** Whether a person is let in: active is neither inactive nor expired; somebody can be both of these. */
export const USER_ACCOUNTS = ['active', 'inactive', 'expired'] as const
export type UserAccount = (typeof USER_ACCOUNTS)[number]
