/** What is said of a zone that is not in the supported list (specification 001, section 5). */
export const TIME_ZONE_UNSUPPORTED = 'This time zone is not supported'
