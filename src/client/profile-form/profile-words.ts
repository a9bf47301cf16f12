/** Above the reason for which a profile was not saved. */
export const PROFILE_SAVE_FAILED = 'User profile save failed'

/** The first choice among time zones, and what stands where a person has none. */
export const NO_TIME_ZONE = '<No time zone set>'
