/** How long an invitation can be used, in seconds. */
export const INVITATION_LIFE = 7 * 24 * 60 * 60
