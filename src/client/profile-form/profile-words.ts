/** Above the reason for which a profile was not saved (specification 001, section 2). */
export const PROFILE_SAVE_FAILED = 'User profile save failed'

/** The first choice among time zones, and what stands where a person has none (specification 001, section 2). */
export const NO_TIME_ZONE = '<No time zone set>'
