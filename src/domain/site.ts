/** What is said where a site must be named and is not (specifications 000 and 001, section 5). */
export const SITE_REQUIRED = 'Site is required'

/** What is said of a site that another trial has, or none. */
export const SITE_UNKNOWN = 'This site is not part of the trial'
