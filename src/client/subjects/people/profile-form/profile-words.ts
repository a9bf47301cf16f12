/** Above the reason for which a profile was not saved. */
export const PROFILE_SAVE_FAILED = 'User profile save failed'
