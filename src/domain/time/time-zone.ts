/** The message for a zone that is not in the supported list. */
export const TIME_ZONE_UNSUPPORTED = 'This time zone is not supported'
